import { type QueueModel, sqlIdAlways } from "@queuegen/model";
import type { Target } from "@queuegen/modes";
import { createTable } from "../../ddl/create-table.js";
import type { TableDefinition } from "../../ddl/table-definition.js";
import { type Change, diffTables, isCosmetic } from "../../diff/index.js";
import { canonicalTable, type LiveTable, type OtherIndex } from "../live/index.js";
import type { ExpectedTable } from "./expected-tables.js";
import { schemaColumnDrift } from "./schema-columns.js";

/** How a table in the database differs from what the migrations made it. */
export interface TableDrift {
  readonly table: string;
  readonly queue: string;
  readonly findings: readonly DriftFinding[];
  /** Statements that would make it what the migrations say, each ending in `;` and a newline. */
  readonly sql: readonly string[];
  /** Those of them that lose what rows hold. */
  readonly losing: readonly string[];
  /** Nothing of the queue is there: no table, or a table of the application's without any of the queue's columns. */
  readonly untouched: boolean;
}

export interface DriftFinding {
  /** What became of what: `column "channel" was varchar(16) NOT NULL and is varchar(17) NOT NULL`. */
  readonly words: string;
  /** Comments and the order of columns: seen by people only. */
  readonly cosmetic: boolean;
  /** What the statement that mends it would lose. */
  readonly destructive?: string;
  /** The schema file that asks for what the table has not. */
  readonly schema?: string;
}

/** `undefined` where the table is as it should be. `model`: the queue as the schema has it now. Pure. */
export function tableDrift(
  { queue, definition }: ExpectedTable,
  live: LiveTable | undefined,
  target: Target,
  model?: QueueModel,
): TableDrift | undefined {
  const { table } = definition;
  const place = { table, queue };
  if (live === undefined) {
    return { ...place, findings: [found(GONE)], sql: [createTable(definition)], losing: [], untouched: true };
  }
  if (live.kind !== "table") {
    const findings = [found(`it is no table but a ${live.kind}`)];
    return { ...place, findings, sql: [], losing: [], untouched: false };
  }
  const parts = [engineDrift(live), namedIndexDrift(definition, live), definitionDrift(definition, live, target)];
  const theirs = definition.adopted && model !== undefined ? schemaColumnDrift(model, live) : [];
  const findings = [...theirs, ...parts.flatMap((part) => part.findings)];
  if (findings.length === 0) return undefined;
  const sql = parts.flatMap((part) => part.sql);
  const losing = parts.flatMap((part) => part.losing);
  return { ...place, findings, sql, losing, untouched: hasNothing(definition, live) };
}

const GONE = "the table is gone";

/** True for an application's table that no migration of the queue has been at. */
function hasNothing({ adopted, columns, primaryKey }: TableDefinition, live: LiveTable): boolean {
  if (!adopted) return false;
  const there = new Set(live.definition.columns.map(({ name }) => name.toLowerCase()));
  const ours = columns.filter(({ name }) => !primaryKey.includes(name));
  return ours.every(({ name }) => !there.has(name.toLowerCase()));
}

type Part = Pick<TableDrift, "findings" | "sql" | "losing">;

const NOTHING: Part = { findings: [], sql: [], losing: [] };

function engineDrift({ definition: { table }, engine }: LiveTable): Part {
  if (engine === undefined || engine.toLowerCase() === "innodb") return NOTHING;
  const sql = [`ALTER TABLE ${sqlIdAlways(table)} ENGINE=InnoDB;\n`];
  return { findings: [found(`its engine is ${engine}`)], sql, losing: [] };
}

/** An index of the right name that no definition of ours can say: it stands in the way of the right one. */
function namedIndexDrift(expected: TableDefinition, { definition: { table }, otherIndexes }: LiveTable): Part {
  const names = expected.indexes.map(({ name }) => name.toLowerCase());
  const wrong = otherIndexes.filter(({ name }) => names.includes(name.toLowerCase()));
  return {
    findings: wrong.map((index) => found(`index "${index.name}" is ${indexWords(index)}`)),
    sql: wrong.map(({ name }) => `ALTER TABLE ${sqlIdAlways(table)} DROP KEY ${sqlIdAlways(name)};\n`),
    losing: [],
  };
}

function indexWords({ type, parts, unique }: OtherIndex): string {
  return `${unique ? "unique " : ""}${type} (${parts}), or invisible`;
}

function definitionDrift(expected: TableDefinition, live: LiveTable, target: Target): Part {
  const wanted = canonicalTable({ ...expected, table: live.definition.table }, live.server);
  const is = expected.adopted ? oursIn(live, wanted) : live.definition;
  const between = withStrangers(is, wanted);
  const { steps: kept, impossible } = diffTables(is, between, { target });
  const steps = impossible.length > 0 ? [] : [...kept, ...diffTables(between, wanted, { target }).steps];
  const covered = new Set(live.otherIndexes.map(({ name }) => `index "${name}" is gone`));
  const findings = steps.flatMap(({ changes, reverse }) => {
    const destructive = lossOf(changes, expected);
    return reverse.filter(({ words }) => !covered.has(words)).map((change) => finding(change, destructive));
  });
  const loses = steps.filter(({ changes }) => lossOf(changes, expected) !== undefined);
  return {
    findings: [...impossible.map(found), ...findings],
    sql: steps.map(({ up }) => up),
    losing: loses.map(({ up }) => up),
  };
}

const ROWS_BECOME_WORK = "the application's rows get the defaults, and with the status of a job they become work";

function lossOf(changes: readonly Change[], { adopted }: TableDefinition): string | undefined {
  if (adopted && changes.some(({ code }) => code === "add-column")) return ROWS_BECOME_WORK;
  return changes.find((change) => change.destructive !== undefined)?.destructive;
}

/** What is wanted with the columns that nobody asked for, where they stand: to drop those is a statement of its own. */
function withStrangers(is: TableDefinition, wanted: TableDefinition): TableDefinition {
  const names = new Set(wanted.columns.map(({ name }) => name.toLowerCase()));
  const columns = [...wanted.columns];
  for (const [at, column] of is.columns.entries()) {
    if (names.has(column.name.toLowerCase())) continue;
    const before = is.columns[at - 1]?.name.toLowerCase();
    columns.splice(columns.findIndex(({ name }) => name.toLowerCase() === before) + 1, 0, column);
  }
  return { ...wanted, columns };
}

/** Of an application's table only what the queue added to it, in the order of its definition. */
function oursIn({ definition }: LiveTable, wanted: TableDefinition): TableDefinition {
  const at = (list: readonly { readonly name: string }[], name: string): number =>
    list.findIndex((one) => one.name.toLowerCase() === name.toLowerCase());
  const { columns, indexes } = definition;
  return {
    table: definition.table,
    adopted: true,
    primaryKey: definition.primaryKey,
    columns: wanted.columns.flatMap(({ name }) => columns[at(columns, name)] ?? []),
    indexes: wanted.indexes.flatMap(({ name }) => indexes[at(indexes, name)] ?? []),
  };
}

/** The way from what should be to what is says what happened. */
function finding(change: Change, destructive: string | undefined): DriftFinding {
  return { words: change.words, cosmetic: isCosmetic(change), ...(destructive !== undefined && { destructive }) };
}

function found(words: string): DriftFinding {
  return { words, cosmetic: false };
}
