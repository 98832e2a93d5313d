import type { ColumnModel, IndexModel, QueueModel } from "@queuegen/model";
import { columnDefaultSql } from "./column-default.js";
import { columnTypeSql } from "./column-type.js";
import { commentText } from "./comment.js";

/** A table as the server is told to make it, every part already SQL text: what snapshots keep and migrations compare. */
export interface TableDefinition {
  readonly table: string;
  readonly comment?: string;
  readonly columns: readonly ColumnDefinition[];
  readonly primaryKey: readonly string[];
  readonly indexes: readonly IndexModel[];
}

export interface ColumnDefinition {
  readonly name: string;
  /** `bigint unsigned`, `varchar(32) CHARACTER SET ascii COLLATE ascii_bin` */
  readonly type: string;
  readonly nullable: boolean;
  /** What stands after DEFAULT. */
  readonly default?: string;
  readonly autoIncrement?: true;
  readonly comment?: string;
}

/** The table of a queue. Types and modes that only TypeScript sees are not part of it. */
export function tableDefinition(model: QueueModel): TableDefinition {
  const comment = commentText("table", model.doc);
  return {
    table: model.table,
    ...(comment !== undefined && { comment }),
    columns: model.columns.map(columnDefinition),
    primaryKey: [model.fields.id ?? "id"],
    indexes: model.indexes.map(({ name, columns, unique }) => ({ name, columns, unique })),
  };
}

function columnDefinition(column: ColumnModel): ColumnDefinition {
  const value = columnDefaultSql(column);
  const comment = commentText("column", column.comment ?? column.doc);
  return {
    name: column.name,
    type: columnTypeSql(column.type),
    nullable: column.nullable,
    ...(value !== undefined && { default: value }),
    ...(column.autoIncrement && { autoIncrement: true as const }),
    ...(comment !== undefined && { comment }),
  };
}
