import type { ColumnModel, ColumnType, IndexModel, QueueModel } from "@queuegen/model";
import { columnDefaultSql } from "./column-default.js";
import { columnTypeSql } from "./column-type.js";
import { commentText } from "./comment.js";

/** A table as the server is told to make it, every part already SQL text: what snapshots keep and migrations compare. */
export interface TableDefinition {
  readonly table: string;
  /** The table is the application's: only what the queue added to it is here, and never is it created or dropped. */
  readonly adopted?: true;
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
  if (model.adopted) return adoptedDefinition(model);
  const comment = commentText("table", model.doc);
  return {
    table: model.table,
    ...(comment !== undefined && { comment }),
    columns: model.columns.map(columnDefinition),
    primaryKey: [model.fields.id ?? "id"],
    indexes: model.indexes.map(({ name, columns, unique }) => ({ name, columns, unique })),
  };
}

/** The standard columns but the key, which was there. Their texts say their character set: the table's own may be any. */
function adoptedDefinition(model: QueueModel): TableDefinition {
  const added = model.columns.filter(({ field }) => field !== undefined && field !== "id");
  return {
    table: model.table,
    adopted: true,
    columns: added.map((column) => columnDefinition({ ...column, type: withCharset(column.type) })),
    primaryKey: [model.fields.id ?? "id"],
    indexes: model.indexes.map(({ name, columns, unique }) => ({ name, columns, unique })),
  };
}

function withCharset(type: ColumnType): ColumnType {
  const silent = "length" in type && type.kind.endsWith("char") && !("charset" in type) && !("collate" in type);
  return silent ? ({ ...type, charset: "utf8mb4" } as ColumnType) : type;
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
