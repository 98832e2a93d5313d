import type { NewQueue } from "@queuegen/generator";
import type { LiveTable } from "@queuegen/migrations/apply";
import type { StandardField } from "@queuegen/model";
import type { AdoptedColumns, SchemaColumn } from "./adopted-columns.js";

/** What the template of an adopted schema prints. */
export interface AdoptedSchemaView {
  readonly name: string;
  readonly key: string;
  readonly table: string;
  readonly handler: string;
  /** The names imported from "queuegen", sorted. */
  readonly imports: string;
  /** Whole lines. */
  readonly columns: readonly string[];
  readonly fields: string | false;
  readonly indexes: string;
}

/** The declaration of a queue on a table that is there. */
export function adoptedSchemaView(
  queue: NewQueue,
  handler: string,
  live: LiveTable,
  columns: AdoptedColumns,
  names: ReadonlyMap<StandardField, string>,
): AdoptedSchemaView {
  const key = columns.key ?? { name: "id", helper: "bigint", call: "bigint()" };
  const nameOf = (field: StandardField): string => names.get(field) ?? field;
  const declared: readonly SchemaColumn[] = [
    key,
    { name: nameOf("status"), helper: "tinyint", call: "tinyint({ unsigned: true, default: 0 })" },
    { name: nameOf("claim_token"), helper: "varchar", call: "varchar(32, { null: true })" },
    { name: nameOf("claim_time"), helper: "int", call: "int({ unsigned: true, null: true })" },
  ];
  const all = [...declared, ...columns.payload];
  const renamed = [...(key.name === "id" ? [] : [["id", key.name] as const]), ...names].filter(
    ([field, name]) => field !== name,
  );
  const helpers = [...new Set(all.map(({ helper }) => helper)), "defineQueue", "type QueueDeclaration"];
  return {
    name: queue.name,
    key: queue.key,
    table: live.definition.table,
    handler,
    imports: importLines(helpers.sort((a, b) => (bare(a) < bare(b) ? -1 : 1))),
    columns: all.map(({ name, call }) => `    ${name}: ${call},`),
    fields:
      renamed.length === 0
        ? false
        : objectLines(
            "fields",
            renamed.map(([field, name]) => `${field}: ${JSON.stringify(name)}`),
          ),
    indexes: objectLines("indexes", indexesOf(queue, live, nameOf, key.name)),
  };
}

/** Named after the queue, since a table may be adopted by one queue only but have indexes of such names. */
function indexesOf(
  queue: NewQueue,
  live: LiveTable,
  nameOf: (field: StandardField) => string,
  key: string,
): readonly string[] {
  const taken = [...live.definition.indexes, ...live.otherIndexes].map(({ name }) => name.toLowerCase());
  const free = (name: string): string => {
    const own = taken.includes(name) ? `idx_${queue.name.replaceAll("-", "_").slice(0, 40)}_${name.slice(4)}` : name;
    return taken.includes(own) ? `${own}_queue` : own;
  };
  return [
    `${free("idx_status_id")}: ${list([nameOf("status"), key])}`,
    `${free("idx_run_at")}: ${list([nameOf("run_at")])}`,
  ];
}

function list(names: readonly string[]): string {
  return `[${names.map((name) => JSON.stringify(name)).join(", ")}]`;
}

function objectLines(name: string, entries: readonly string[]): string {
  const line = `  ${name}: { ${entries.join(", ")} },`;
  return line.length <= 110 ? line : `  ${name}: {\n${entries.map((entry) => `    ${entry},\n`).join("")}  },`;
}

function importLines(names: readonly string[]): string {
  const line = `import { ${names.join(", ")} } from "queuegen";`;
  return line.length <= 110 ? line : `import {\n${names.map((name) => `  ${name},\n`).join("")}} from "queuegen";`;
}

function bare(name: string): string {
  return name.replace(/^type /, "").toLowerCase();
}
