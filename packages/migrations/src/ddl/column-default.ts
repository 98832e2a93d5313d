import type { ColumnModel, ColumnType } from "@queuegen/model";
import { sqlString, sqlStringExpression } from "../sql-string.js";

/** What stands after DEFAULT, or `undefined` where the column has none. A column that may be NULL always has one. */
export function columnDefaultSql(column: ColumnModel): string | undefined {
  const value = column.default;
  if (value === undefined) return column.nullable && !column.autoIncrement ? "NULL" : undefined;
  if (value === null) return "NULL";
  if (typeof value === "object") return isNow(value.sql) ? value.sql : parenthesised(value.sql);
  if (needsExpression(column.type)) return parenthesised(sqlStringExpression(String(value)));
  if (typeof value === "boolean") return value ? "1" : "0";
  return typeof value === "string" ? sqlString(value) : String(value);
}

/** MySQL takes CURRENT_TIMESTAMP bare and every other expression only in parentheses (8.0.13+); MariaDB takes both. */
function isNow(sql: string): boolean {
  return /^(current_timestamp|now|localtime|localtimestamp)\s*(\(\s*[0-6]?\s*\))?(\s+on\s+update\s+\w+\s*(\(\s*[0-6]?\s*\))?)?$/i.test(
    sql.trim(),
  );
}

/** These types take no literal default in MySQL, only an expression. */
function needsExpression(type: ColumnType): boolean {
  return type.kind === "json" || type.kind.endsWith("text") || type.kind.endsWith("blob");
}

function parenthesised(sql: string): string {
  return /^\(.*\)$/s.test(sql) ? sql : `(${sql})`;
}
