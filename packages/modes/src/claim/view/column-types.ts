import type { ColumnModel, ColumnType } from "@queuegen/model";
import { stringLiteral } from "../../literals.js";

/** How a column appears in TypeScript, each type as the members of a union. */
export interface ColumnTypes {
  /** What a handler reads and what `enqueue` takes. */
  readonly value: readonly string[];
  /** What an INSERT or UPDATE of the user's own sends. */
  readonly raw: readonly string[];
  /** Holds text of the user, formatted as the user likes. */
  readonly opaque: boolean;
}

/** `payload` is the name of the JSON type in this file, or its text. */
export function columnTypes(column: ColumnModel, payload: string): ColumnTypes {
  const { type } = column;
  const orNull = column.nullable ? ["null"] : [];
  return {
    value: [...valueType(type, payload), ...orNull],
    raw: [...(type.kind === "json" ? ["string"] : valueType(type, payload)), ...orNull],
    opaque: type.kind === "json" && type.payload?.kind !== "import" && !/^\w+(\[\])*$/.test(payload),
  };
}

/** A column that an INSERT may leave out. */
export function isOptional(column: ColumnModel): boolean {
  return column.nullable || column.autoIncrement || column.default !== undefined || column.byServer !== undefined;
}

function valueType(type: ColumnType, payload: string): readonly string[] {
  switch (type.kind) {
    case "tinyint":
    case "smallint":
    case "mediumint":
    case "int":
    case "float":
    case "double":
    case "year":
      return ["number"];
    case "bigint":
      return [type.mode];
    case "boolean":
      return ["boolean"];
    case "binary":
    case "varbinary":
    case "tinyblob":
    case "blob":
    case "mediumblob":
    case "longblob":
      return ["Uint8Array"];
    case "json":
      return [payload];
    case "enum":
      return type.values.map(stringLiteral);
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
      return ["string"];
  }
}
