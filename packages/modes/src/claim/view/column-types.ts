import type { ColumnModel, ColumnType } from "@queuegen/model";

/** How a column appears in TypeScript: as a job carries it, and as SQL sends and receives it through Kysely. */
export interface ColumnTypes {
  /** What a handler reads. */
  readonly read: string;
  /** What `enqueue` takes. */
  readonly write: string;
  /** What an INSERT or UPDATE of the user's own sends. */
  readonly raw: string;
}

/** `payload` is the name of the JSON type in this file. */
export function columnTypes(column: ColumnModel, payload: string): ColumnTypes {
  const read = orNull(valueType(column.type, payload), column);
  return {
    read,
    write: read,
    raw: orNull(column.type.kind === "json" ? "string" : valueType(column.type, payload), column),
  };
}

/** A column that an INSERT may leave out. */
export function isOptional(column: ColumnModel): boolean {
  return column.nullable || column.autoIncrement || column.default !== undefined;
}

function orNull(type: string, column: ColumnModel): string {
  return column.nullable ? `${type} | null` : type;
}

function valueType(type: ColumnType, payload: string): string {
  switch (type.kind) {
    case "tinyint":
    case "smallint":
    case "mediumint":
    case "int":
    case "float":
    case "double":
    case "year":
      return "number";
    case "bigint":
      return type.mode;
    case "boolean":
      return "boolean";
    case "binary":
    case "varbinary":
    case "tinyblob":
    case "blob":
    case "mediumblob":
    case "longblob":
      return "Uint8Array";
    case "json":
      return payload;
    case "enum":
      return type.values.map((value) => JSON.stringify(value)).join(" | ");
    case "char":
    case "varchar":
    case "tinytext":
    case "text":
    case "mediumtext":
    case "longtext":
    case "decimal":
    case "date":
    case "datetime":
    case "timestamp":
    case "time":
      return "string";
  }
}
