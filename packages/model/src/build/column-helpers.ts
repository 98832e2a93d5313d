import type { BigintMode, ColumnType } from "../model.js";
import type { AnyOptionTable } from "../option.js";
import { common, exactDecimal, exactInteger, integer, moment, size, text, words } from "./column-options.js";

/** A column helper: its positional arguments, its options, and the type they make. Feeds the checks and the reference. */
export interface ColumnHelper {
  readonly doc: string;
  /** In the order of the call, before the options object. */
  readonly args: AnyOptionTable;
  readonly options: AnyOptionTable;
  /** Called with valid values only. */
  readonly type: (given: HelperValues) => ColumnType;
}

/** Validated arguments and options of a helper. Only those that its two tables name are there. */
export interface HelperValues {
  readonly unsigned: boolean;
  readonly mode: BigintMode;
  readonly precision: number;
  readonly scale: number;
  readonly length: number;
  readonly values: readonly string[];
  readonly charset: string | undefined;
  readonly collate: string | undefined;
}

/** By the name that is imported from "queuegen". */
export const columnHelpers: Readonly<Record<string, ColumnHelper>> = {
  tinyint: integerColumn("tinyint", "Integer of 1 byte."),
  smallint: integerColumn("smallint", "Integer of 2 bytes."),
  mediumint: integerColumn("mediumint", "Integer of 3 bytes."),
  int: integerColumn("int", "Integer of 4 bytes."),
  bigint: {
    doc: "Integer of 8 bytes.",
    args: {},
    options: exactInteger,
    type: ({ unsigned, mode }) => ({ kind: "bigint", unsigned, mode }),
  },
  decimal: {
    doc: "Exact decimal number, a string in JavaScript.",
    args: {
      precision: size("Digits in all, the first argument.", { min: 1, max: 65, why: "MySQL keeps 65 digits" }),
      scale: size("Digits after the point, the second argument.", { min: 0, max: 30, why: "MySQL keeps 30 of them" }),
    },
    options: exactDecimal,
    type: ({ precision, scale, unsigned }) => ({ kind: "decimal", precision, scale, unsigned }),
  },
  float: plainColumn("float", "Floating point number of 4 bytes."),
  double: plainColumn("double", "Floating point number of 8 bytes."),
  boolean: plainColumn("boolean", "true or false, kept as tinyint(1)."),
  char: textColumn("char", "Text of fixed length.", 255),
  // 65,535 bytes is the most a row holds, and a character of utf8mb4 may take four of them.
  varchar: textColumn("varchar", "Text of bounded length.", 16_383),
  tinytext: longTextColumn("tinytext", "Text of up to 255 bytes."),
  text: longTextColumn("text", "Text of up to 64 KiB."),
  mediumtext: longTextColumn("mediumtext", "Text of up to 16 MiB."),
  longtext: longTextColumn("longtext", "Text of up to 4 GiB."),
  binary: bytesColumn("binary", "Bytes of fixed length.", 255),
  varbinary: bytesColumn("varbinary", "Bytes of bounded length.", 65_532),
  tinyblob: plainColumn("tinyblob", "Up to 255 bytes."),
  blob: plainColumn("blob", "Up to 64 KiB."),
  mediumblob: plainColumn("mediumblob", "Up to 16 MiB."),
  longblob: plainColumn("longblob", "Up to 4 GiB."),
  json: plainColumn("json", "A JSON document; its TypeScript type is the type argument: json<NotifyPayload>()."),
  date: plainColumn("date", "A day, without a time."),
  year: plainColumn("year", "A year, 1901 to 2155."),
  datetime: momentColumn("datetime", "Day and time, without a zone."),
  timestamp: momentColumn("timestamp", "An instant, 1970 to 2038."),
  time: momentColumn("time", "A time of day or a span."),
  enumOf: {
    doc: "One of a few words, for payload columns; never for a status.",
    args: words,
    options: common,
    type: ({ values }) => ({ kind: "enum", values }),
  },
};

type Kind = ColumnType["kind"];

function integerColumn(kind: Extract<Kind, "tinyint" | "smallint" | "mediumint" | "int">, doc: string): ColumnHelper {
  return { doc, args: {}, options: integer, type: ({ unsigned }) => ({ kind, unsigned }) };
}

function plainColumn(
  kind: Extract<Kind, "float" | "double" | "boolean" | "json" | "date" | "year" | `${string}blob`>,
  doc: string,
): ColumnHelper {
  return { doc, args: {}, options: common, type: () => ({ kind }) };
}

function textColumn(kind: "char" | "varchar", doc: string, max: number): ColumnHelper {
  const length = size("How many characters fit, the first argument.", { min: 1, max, why: `a ${kind} holds no more` });
  return {
    doc,
    args: { length },
    options: text,
    type: ({ length, charset, collate }) => ({ kind, length, ...encoding(charset, collate) }),
  };
}

function longTextColumn(kind: Extract<Kind, `${string}text`>, doc: string): ColumnHelper {
  return { doc, args: {}, options: text, type: ({ charset, collate }) => ({ kind, ...encoding(charset, collate) }) };
}

function bytesColumn(kind: "binary" | "varbinary", doc: string, max: number): ColumnHelper {
  const length = size("How many bytes fit, the first argument.", { min: 1, max, why: `a ${kind} holds no more` });
  return { doc, args: { length }, options: common, type: ({ length }) => ({ kind, length }) };
}

function momentColumn(kind: "datetime" | "timestamp" | "time", doc: string): ColumnHelper {
  return { doc, args: {}, options: moment, type: ({ precision }) => ({ kind, precision }) };
}

function encoding(charset: string | undefined, collate: string | undefined): { charset?: string; collate?: string } {
  return { ...(charset !== undefined && { charset }), ...(collate !== undefined && { collate }) };
}
