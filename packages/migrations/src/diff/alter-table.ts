import { sqlIdAlways } from "@queuegen/model";
import { commentSql } from "../ddl/comment.js";
import { columnSql, indexSql } from "../ddl/create-table.js";
import type { ColumnDefinition, TableDefinition } from "../ddl/table-definition.js";
import { stayingColumns } from "./column-order.js";
import { type ColumnPairs, pairColumns } from "./pair-columns.js";
import { pairIndexes } from "./pair-indexes.js";
import type { Renames } from "./table-diff.js";

/**
 * The clauses of the one ALTER TABLE that makes `after` of `before`; none where they are equal. The order counts twice: an
 * index comes after its columns, and a column is placed behind one that has its place already.
 */
export function alterClauses(before: TableDefinition, after: TableDefinition, renames: Renames): readonly string[] {
  const columns = pairColumns(before.columns, after.columns, renames);
  const indexes = pairIndexes(before, after, columns);
  const gone = [...indexes.dropped, ...indexes.changed.map((pair) => pair.before)];
  return [
    ...gone.map(({ name }) => `DROP INDEX ${sqlIdAlways(name)}`),
    ...columns.dropped.map(({ name }) => `DROP COLUMN ${sqlIdAlways(name)}`),
    ...columnClauses(before, after, columns),
    ...indexes.renamed.map(
      (pair) => `RENAME INDEX ${sqlIdAlways(pair.before.name)} TO ${sqlIdAlways(pair.after.name)}`,
    ),
    ...[...indexes.changed.map((pair) => pair.after), ...indexes.added].map((index) => `ADD ${indexSql(index)}`),
    ...(before.comment === after.comment ? [] : [`COMMENT=${commentSql(after.comment ?? "")}`]),
  ];
}

function columnClauses(before: TableDefinition, after: TableDefinition, columns: ColumnPairs): readonly string[] {
  const staying = stayingColumns(before.columns, after.columns, columns);
  // The application's own columns stand anywhere between those of the queue.
  if (after.adopted) return after.columns.flatMap((column) => unplaced(columns.oldOf.get(column), column));
  const lastKept = after.columns.findLastIndex((column) => columns.oldOf.has(column));
  return after.columns.flatMap((column, index) => {
    const previous = after.columns[index - 1];
    const place = previous === undefined ? "FIRST" : `AFTER ${sqlIdAlways(previous.name)}`;
    const old = columns.oldOf.get(column);
    if (old === undefined) return [`ADD COLUMN ${columnSql(column)}${index > lastKept ? "" : ` ${place}`}`];
    if (staying.has(column)) return unplaced(old, column);
    return [`${redefinition(old, column)} ${place}`];
  });
}

/** CHANGE and not RENAME COLUMN, which MySQL 5.7 does not have. */
function redefinition(old: ColumnDefinition, column: ColumnDefinition): string {
  const verb = old.name === column.name ? "MODIFY COLUMN" : `CHANGE COLUMN ${sqlIdAlways(old.name)}`;
  return `${verb} ${columnSql(column)}`;
}

function unplaced(old: ColumnDefinition | undefined, column: ColumnDefinition): readonly string[] {
  if (old === undefined) return [`ADD COLUMN ${columnSql(column)}`];
  return columnSql(old) === columnSql(column) ? [] : [redefinition(old, column)];
}
