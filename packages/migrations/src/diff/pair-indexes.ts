import type { IndexModel } from "@queuegen/model";
import type { TableDefinition } from "../ddl/table-definition.js";
import { type ColumnPairs, newNames } from "./pair-columns.js";

/** What becomes of the indexes, in the names of columns that hold afterwards. */
export interface IndexPairs {
  readonly added: readonly IndexModel[];
  readonly dropped: readonly IndexModel[];
  /** The same columns under another name. */
  readonly renamed: readonly { readonly before: IndexModel; readonly after: IndexModel }[];
  /** Dropped and added again under one name. */
  readonly changed: readonly { readonly before: IndexModel; readonly after: IndexModel }[];
}

export function pairIndexes(before: TableDefinition, after: TableDefinition, columns: ColumnPairs): IndexPairs {
  const old = renamedColumns(before.indexes, columns);
  const sameName = (one: IndexModel) => (other: IndexModel) => one.name.toLowerCase() === other.name.toLowerCase();
  const gone = old.filter((index) => !after.indexes.some(sameName(index)));
  const fresh = after.indexes.filter((index) => !old.some(sameName(index)));
  const renamed = fresh.flatMap((index) => {
    const twin = gone.find((other) => sameIndex(index, other));
    // Two old indexes on the same columns: each may be renamed once.
    if (twin === undefined) return [];
    gone.splice(gone.indexOf(twin), 1);
    return [{ before: twin, after: index }];
  });
  return {
    added: fresh.filter((index) => !renamed.some((pair) => pair.after === index)),
    dropped: gone,
    renamed,
    changed: after.indexes.flatMap((index) => {
      const was = old.find(sameName(index));
      return was === undefined || sameIndex(was, index) ? [] : [{ before: was, after: index }];
    }),
  };
}

/** The indexes as they read once their columns have their new names; a column that is dropped keeps its old one. */
export function renamedColumns(indexes: readonly IndexModel[], columns: ColumnPairs): readonly IndexModel[] {
  const names = newNames(columns);
  return indexes.map((index) => ({
    ...index,
    columns: index.columns.map((name) => names.get(name.toLowerCase()) ?? name),
  }));
}

/** Whether they are one index under two names. */
export function sameIndex(one: IndexModel, other: IndexModel): boolean {
  return one.unique === other.unique && one.columns.join().toLowerCase() === other.columns.join().toLowerCase();
}
