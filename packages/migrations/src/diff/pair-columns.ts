import type { ColumnDefinition } from "../ddl/table-definition.js";
import type { Renames } from "./table-diff.js";

/** Which column of a table was which column before. */
export interface ColumnPairs {
  /** The old column of each one that was there. */
  readonly oldOf: ReadonlyMap<ColumnDefinition, ColumnDefinition>;
  readonly added: readonly ColumnDefinition[];
  readonly dropped: readonly ColumnDefinition[];
}

/** By the renames first, then by name, in which the servers do not tell upper from lower case. */
export function pairColumns(
  before: readonly ColumnDefinition[],
  after: readonly ColumnDefinition[],
  renames: Renames,
): ColumnPairs {
  const old = new Map(before.map((column) => [column.name.toLowerCase(), column]));
  const oldOf = new Map<ColumnDefinition, ColumnDefinition>();
  const take = (column: ColumnDefinition, name: string | undefined): void => {
    const found = name === undefined ? undefined : old.get(name.toLowerCase());
    if (found === undefined || oldOf.has(column)) return;
    oldOf.set(column, found);
    old.delete(found.name.toLowerCase());
  };
  for (const column of after) take(column, renames.get(column.name));
  for (const column of after) take(column, column.name);
  return { oldOf, added: after.filter((column) => !oldOf.has(column)), dropped: [...old.values()] };
}

/** The new name of each old column that stays. */
export function newNames({ oldOf }: ColumnPairs): ReadonlyMap<string, string> {
  return new Map([...oldOf].map(([column, old]) => [old.name.toLowerCase(), column.name]));
}
