import { sqlIdAlways } from "@queuegen/model";
import { columnSql, indexSql } from "./create-table.js";
import type { ColumnDefinition, TableDefinition } from "./table-definition.js";

/** How the engine adds columns: without a look at the rows, by a table built anew beside writes, or by one built while they wait. */
export type AddAlgorithm = "instant" | "online" | "copy";

/** How columns get into a table that has rows. */
export interface AddSettings {
  /** The column whose value in rows that are there differs from its default. */
  readonly status: string;
  /** SQL text of that value. */
  readonly existing: string;
  readonly algorithm: AddAlgorithm;
}

/** The whole of what the queue has in a table of the application's, as one statement for a reader: the body of schema.sql. */
export function adoptedTableSql(definition: TableDefinition): string {
  const parts = [
    ...definition.columns.map((column) => `ADD COLUMN ${columnSql(column)}`),
    ...definition.indexes.map((index) => `ADD ${indexSql(index)}`),
  ];
  return alter(definition, parts);
}

/**
 * The statements that add columns and indexes while others write. The columns first, by a change of what the server knows
 * of the table alone: the rows that are there get the default of that moment. Then the default of every later row. The
 * indexes last, in one walk over the table; a server that could not build them beside writes refuses.
 */
export function addAdopted(definition: TableDefinition, { status, existing, algorithm }: AddSettings): string {
  const there = definition.columns.map((column) =>
    column.name === status ? { ...column, default: existing } : column,
  );
  const added = there.map((column) => `ADD COLUMN ${columnSql(column)}`);
  return [
    copyNote(algorithm) + alter(definition, added, { instant: INSTANT_ADD, online: ONLINE, copy: "" }[algorithm]),
    ...definition.columns.flatMap((column) => laterDefault(definition, column, there)),
    alter(
      definition,
      definition.indexes.map((index) => `ADD ${indexSql(index)}`),
      ONLINE,
    ),
  ].join("\n");
}

/** The way back: the indexes and columns go, the table and its rows stay. */
export function dropAdopted(definition: TableDefinition, algorithm: AddAlgorithm): string {
  const indexes = definition.indexes.map(({ name }) => `DROP INDEX ${sqlIdAlways(name)}`);
  const columns = definition.columns.map(({ name }) => `DROP COLUMN ${sqlIdAlways(name)}`);
  const how = { instant: INSTANT_DROP, online: ONLINE, copy: "" }[algorithm];
  return [alter(definition, indexes, ONLINE), copyNote(algorithm) + alter(definition, columns, how)].join("\n");
}

/** No word on how: servers differ in what they call it. */
function copyNote(algorithm: AddAlgorithm): string {
  return algorithm === "copy" ? "-- Copies the table; writes wait until it is copied.\n" : "";
}

/** Build beside writes, or refuse. */
const ONLINE = ", ALGORITHM=INPLACE, LOCK=NONE";
/**
 * MySQL 5.7 does not know the word and takes the best way it has: a new table is built beside writes. A later server
 * refuses where it would have to touch the rows, for instance after 64 such changes of a table.
 */
const INSTANT_ADD = " /*!80012 , ALGORITHM=INSTANT */";
const INSTANT_DROP = " /*!80029 , ALGORITHM=INSTANT */";

function alter({ table }: TableDefinition, parts: readonly string[], how = ""): string {
  return `ALTER TABLE ${sqlIdAlways(table)}\n  ${parts.join(",\n  ")}${how};\n`;
}

function laterDefault(
  definition: TableDefinition,
  { name, default: value }: ColumnDefinition,
  there: readonly ColumnDefinition[],
): readonly string[] {
  if (value === there.find((column) => column.name === name)?.default) return [];
  return [alter(definition, [`ALTER COLUMN ${sqlIdAlways(name)} SET DEFAULT ${value}`])];
}
