import { type IndexModel, sqlIdAlways } from "@queuegen/model";
import type { TableDefinition } from "../ddl/table-definition.js";
import { alterStep, isInstant } from "./alter-step.js";
import { type ColumnPairs, newNames, pairColumns } from "./pair-columns.js";
import { renamedColumns, sameIndex } from "./pair-indexes.js";
import { tableChanges } from "./table-changes.js";
import { type DiffOptions, type DiffStep, NO_RENAMES, type Renames, type TableDiff } from "./table-diff.js";

/** The fewest statements that make `after` of the table `before`, each with the one that takes it back. Pure. */
export function diffTables(before: TableDefinition, after: TableDefinition, options: DiffOptions): TableDiff {
  const renames = options.renames ?? NO_RENAMES;
  const columns = pairColumns(before.columns, after.columns, renames);
  const impossible = refused(before, after, columns);
  if (impossible.length > 0) return { steps: [], impossible };
  const named = { ...before, table: after.table };
  const rename = before.table === after.table ? [] : [renameStep(before.table, after.table)];
  return { steps: [...rename, ...alterSteps(named, after, columns, { ...options, renames })], impossible };
}

/** One ALTER TABLE, but for indexes: after a copy they are built while others write, after an INSTANT change only they take time. */
function alterSteps(
  before: TableDefinition,
  after: TableDefinition,
  columns: ColumnPairs,
  { target, renames }: Required<DiffOptions>,
): readonly DiffStep[] {
  const between = withOldIndexes(before, after, columns);
  const first = tableChanges(before, between, renames, target);
  const apart =
    first.length > 0 && (first.some(({ copies }) => copies !== undefined) || isInstant(before, between, first, target));
  if (!apart) return alterStep(before, after, renames, target);
  const rest: Renames = NO_RENAMES;
  return [...alterStep(before, between, renames, target), ...alterStep(between, after, rest, target)];
}

/**
 * The new table with the old indexes, as far as they still can be: without those on columns that are gone, or that are of
 * another type and have another index now.
 */
function withOldIndexes(before: TableDefinition, after: TableDefinition, columns: ColumnPairs): TableDefinition {
  const retyped = new Set(
    [...columns.oldOf].filter(([column, old]) => column.type !== old.type).map(([{ name }]) => name),
  );
  const names = new Set(after.columns.map(({ name }) => name));
  const dropped = new Set(columns.dropped.map(({ name }) => name));
  const indexes = before.indexes.filter((old) => !old.columns.some((name) => dropped.has(name)));
  const stays = (index: IndexModel): boolean =>
    after.indexes.some((other) => other.name === index.name && sameIndex(other, index)) ||
    index.columns.every((name) => names.has(name) && !retyped.has(name));
  return { ...after, indexes: renamedColumns(indexes, columns).filter(stays) };
}

function renameStep(before: string, after: string): DiffStep {
  const rename = (from: string, to: string): string =>
    `ALTER TABLE ${sqlIdAlways(from)} RENAME TO ${sqlIdAlways(to)};\n`;
  const words = `table "${before}" became "${after}"`;
  const note = `Workers and producers of the version before that use table "${before}" fail until they are replaced.`;
  return {
    up: rename(before, after),
    down: rename(after, before),
    changes: [{ code: "rename-table", subject: after, words, note }],
    reverse: [{ code: "rename-table", subject: before, words: `table "${after}" became "${before}"` }],
  };
}

function refused(before: TableDefinition, after: TableDefinition, columns: ColumnPairs): readonly string[] {
  if (before.adopted !== after.adopted) {
    return [`the table was ${before.adopted ? "the application's" : "the queue's"} and is not any more`];
  }
  // The key of an adopted table is the application's.
  if (after.adopted) return [];
  const names = newNames(columns);
  const old = before.primaryKey.map((name) => names.get(name.toLowerCase()) ?? name);
  if (old.join().toLowerCase() === after.primaryKey.join().toLowerCase()) return [];
  return [`the primary key was (${before.primaryKey.join(", ")}) and is (${after.primaryKey.join(", ")})`];
}
