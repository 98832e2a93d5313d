import type { ColumnModel, ColumnType } from "@queuegen/model";
import { sqlString } from "../sql-string.js";

/** What stands after DEFAULT, or `undefined` where the column has none. A column that may be NULL always has one. */
export function columnDefaultSql(column: ColumnModel): string | undefined {
  const value = column.default;
  if (value === undefined) return column.nullable && !column.autoIncrement ? "NULL" : undefined;
  if (value === null) return "NULL";
  if (typeof value === "object") return isNow(value.sql) ? value.sql : parenthesised(value.sql);
  const literal = literalSql(value, column.type);
  return needsExpression(column.type) ? parenthesised(literal) : literal;
}

function literalSql(value: string | number | bigint | boolean, type: ColumnType): string {
  if (typeof value === "boolean") return isJson(type) ? sqlString(String(value)) : value ? "1" : "0";
  if (typeof value === "string") return sqlString(value);
  return isJson(type) ? sqlString(String(value)) : String(value);
}

/** MySQL takes CURRENT_TIMESTAMP bare and every other expression only in parentheses (8.0.13+); MariaDB takes both. */
function isNow(sql: string): boolean {
  return /^(current_timestamp|now|localtime|localtimestamp)\s*(\(\s*[0-6]?\s*\))?(\s+on\s+update\s+\w+\s*(\(\s*[0-6]?\s*\))?)?$/i.test(
    sql.trim(),
  );
}

/** These types take no literal default in MySQL, only an expression. */
function needsExpression(type: ColumnType): boolean {
  return isJson(type) || type.kind.endsWith("text") || type.kind.endsWith("blob");
}

function isJson(type: ColumnType): boolean {
  return type.kind === "json";
}

function parenthesised(sql: string): string {
  return /^\(.*\)$/s.test(sql) ? sql : `(${sql})`;
}
