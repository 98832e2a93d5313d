import type { ColumnType } from "@queuegen/model";
import { sqlString } from "../sql-string.js";

/** The type of a column as CREATE TABLE takes it, with its character set: `varchar(32) CHARACTER SET ascii COLLATE ascii_bin`. */
export function columnTypeSql(type: ColumnType): string {
  switch (type.kind) {
    case "tinyint":
    case "smallint":
    case "mediumint":
    case "int":
    case "bigint":
      return type.kind + unsigned(type.unsigned);
    case "decimal":
      return `decimal(${type.precision},${type.scale})${unsigned(type.unsigned)}`;
    case "char":
    case "varchar":
      return `${type.kind}(${type.length})${charset(type)}`;
    case "tinytext":
    case "text":
    case "mediumtext":
    case "longtext":
      return type.kind + charset(type);
    case "binary":
    case "varbinary":
      return `${type.kind}(${type.length})`;
    case "datetime":
    case "timestamp":
    case "time":
      return type.precision === 0 ? type.kind : `${type.kind}(${type.precision})`;
    case "enum":
      return `enum(${type.values.map(sqlString).join(",")})`;
    case "float":
    case "double":
    case "tinyblob":
    case "blob":
    case "mediumblob":
    case "longblob":
    case "json":
    case "date":
    case "year":
    case "boolean":
      return type.kind;
  }
}

function unsigned(is: boolean): string {
  return is ? " unsigned" : "";
}

function charset(type: { readonly charset?: string; readonly collate?: string }): string {
  return (type.charset ? ` CHARACTER SET ${type.charset}` : "") + (type.collate ? ` COLLATE ${type.collate}` : "");
}
