import type { IndexModel, QueueModel } from "@queuegen/model";
import { sqlIdAlways } from "@queuegen/model";
import { commentSql } from "./comment.js";
import { type ColumnDefinition, type TableDefinition, tableDefinition } from "./table-definition.js";

/** The whole CREATE TABLE of a queue, deterministic, ending in `;` and a newline: the body of its schema.sql. */
export function createTableSql(model: QueueModel): string {
  return createTable(tableDefinition(model));
}

/** The CREATE TABLE of a definition, ending in `;` and a newline. */
export function createTable(definition: TableDefinition): string {
  const lines = [
    ...definition.columns.map(columnSql),
    `PRIMARY KEY (${nameList(definition.primaryKey)})`,
    ...definition.indexes.map(indexSql),
  ];
  const comment = definition.comment === undefined ? "" : ` COMMENT=${commentSql(definition.comment)}`;
  return [
    `CREATE TABLE ${sqlIdAlways(definition.table)} (`,
    lines.map((line) => `  ${line}`).join(",\n"),
    `) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4${comment};`,
    "",
  ].join("\n");
}

/** `status` tinyint unsigned NOT NULL DEFAULT 0 COMMENT '...' */
export function columnSql(column: ColumnDefinition): string {
  return [
    sqlIdAlways(column.name),
    column.type,
    nullability(column),
    column.autoIncrement && "AUTO_INCREMENT",
    column.default !== undefined && `DEFAULT ${column.default}`,
    column.comment !== undefined && `COMMENT ${commentSql(column.comment)}`,
  ]
    .filter((part) => typeof part === "string")
    .join(" ");
}

/** Said aloud for timestamp: where explicit_defaults_for_timestamp is off (5.7, MariaDB before 10.10) silence means NOT NULL. */
function nullability(column: ColumnDefinition): string | false {
  if (!column.nullable) return "NOT NULL";
  return column.type.startsWith("timestamp") && "NULL";
}

/** KEY `idx_status_id` (`status`,`id`) */
export function indexSql(index: IndexModel): string {
  return `${index.unique ? "UNIQUE KEY" : "KEY"} ${sqlIdAlways(index.name)} (${nameList(index.columns)})`;
}

function nameList(names: readonly string[]): string {
  return names.map(sqlIdAlways).join(",");
}
