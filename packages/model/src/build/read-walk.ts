import type { Declaration, StaticEntry, StaticObject } from "../declaration.js";
import type { ModeDesign, WalkDesign } from "../mode.js";
import type { ClaimOptions, ColumnModel, QueueModel, WalkOptions } from "../model.js";
import { queueNames, sqlNameProblem } from "../names.js";
import { suggest } from "../nearest.js";
import type { Problems } from "./problems.js";
import { readWalkedColumns } from "./read-columns.js";
import { entryOf, placeOf } from "./static-value.js";

/** A declaration in a mode that walks over a table, and what has been read of it. */
export interface DeclaredWalk {
  readonly declaration: Declaration;
  readonly mode: ModeDesign;
  readonly walk: WalkDesign;
  readonly values: Readonly<Record<string, unknown>>;
  readonly options: ClaimOptions;
  readonly name: string | undefined;
  /** Of the application's. */
  readonly table: string | undefined;
}

type Parts = Pick<QueueModel, "table" | "columns" | "indexes" | "fields" | "walk">;

/** The table that is walked over, as declared, and the queue's own, which the schema does not show. */
export function readWalk(declared: DeclaredWalk, problems: Problems): Parts | undefined {
  const { declaration, mode, walk, options, name, table } = declared;
  const { options: given, at } = declaration;
  refuseElsewhere(given, problems);
  if (entryOf(given, "table") === undefined) {
    const hint = 'Write table: "orders", the name of the table whose rows the handler gets.';
    problems.error("missing-option", at, "`table` is missing: mode cursor walks over a table that is there.", hint);
  }
  const said = declared.values.walk as WalkOptions;
  const columns = walkedColumns(given, declaration.at, problems);
  const key = keyColumns(said.key, columns, placeOf(given, "walk.key", at), problems);
  const rangeTable = said.rangeTable ?? (name === undefined ? undefined : walk.table(wordsOf(name)));
  const problem = rangeTable === undefined ? undefined : sqlNameProblem(rangeTable);
  if (problem !== undefined) {
    problems.error("bad-name", placeOf(given, "walk.rangeTable", at), problem, "Choose another name for the table.");
  }
  if (table === undefined || rangeTable === undefined || key === undefined) return undefined;
  const standard = mode.columns(options);
  return {
    table: rangeTable,
    columns: [
      ...standard.map(({ declared: _, accepts: __, code: ___, ...made }) => ({
        ...made,
        name: made.field,
        doc: undefined,
      })),
      ...walk.columns(key),
    ],
    indexes: mode.indexes(options).map(({ name: index, fields, unique }) => ({ name: index, columns: fields, unique })),
    fields: Object.fromEntries(standard.map(({ field }) => [field, field])),
    walk: { ...said, table, columns },
  };
}

function wordsOf(name: string): string {
  return queueNames(name).table.replace(/_task$/, "");
}

/** What a schema says of a table of the queue's own, which this one makes by itself. */
function refuseElsewhere(given: StaticObject, problems: Problems): void {
  for (const option of ["indexes", "fields", "adopted"]) {
    const entry = entryOf(given, option);
    if (entry === undefined) continue;
    const message = `\`${option}\` says nothing in mode cursor: the table that is walked over is only read.`;
    problems.error("bad-option", entry.keyAt, message, `Remove ${option}.`);
  }
}

function walkedColumns(given: StaticObject, at: Declaration["at"], problems: Problems): readonly ColumnModel[] {
  const columns = entryOf(given, "columns");
  const entries: readonly StaticEntry[] = columns?.value.kind === "object" ? columns.value.entries : [];
  if (entries.length === 0 && !(columns && problems.skips(columns.value))) {
    const hint = "Write columns: { id: bigint({ unsigned: true }), ... }: the key, and what the handler needs.";
    problems.error("bad-option", columns?.value.at ?? at, "`columns` says which columns the handler gets.", hint);
  }
  return readWalkedColumns(entries, problems);
}

const KEYS = ["bigint", "int", "mediumint", "smallint", "tinyint", "char", "varchar", "binary", "varbinary"] as const;

function keyColumns(
  key: readonly string[],
  columns: readonly ColumnModel[],
  at: Declaration["at"],
  problems: Problems,
): readonly ColumnModel[] | undefined {
  const before = problems.count;
  const found = key.flatMap((name) => {
    const column = columns.find((one) => one.name === name);
    const problem = column === undefined ? `\`${name}\` is not among the columns.` : keyProblem(column);
    if (problem === undefined) return column ?? [];
    const hint =
      column === undefined
        ? `Name the columns of the primary key in walk: { key: [...] } and declare them. ${suggest(
            name,
            columns.map((one) => one.name),
          )}`
        : `A key may be of these types: ${KEYS.join(", ")}.`;
    problems.error("bad-option", at, `The key of the walk: ${problem}`, hint);
    return [];
  });
  if (new Set(key).size < key.length) {
    problems.error("bad-option", at, "The key of the walk names a column twice.", "Name each column once.");
  }
  return problems.count > before ? undefined : found;
}

function keyProblem({ name, type, nullable }: ColumnModel): string | undefined {
  if (!(KEYS as readonly string[]).includes(type.kind)) return `\`${name}\` is ${type.kind}.`;
  return nullable ? `\`${name}\` may be NULL, which no column of a primary key can be.` : undefined;
}
