import type { ColumnSpec } from "../column.js";
import { Inline, type SqlValue } from "../sql/statement.js";
import { encodeJson, type Fail } from "./json.js";
import { show } from "./show.js";
import { encodeTime } from "./time.js";

const DEFAULT = new Inline("DEFAULT");

/** The value of one column as it is written; `fail` for whatever the column would cut, round, wrap or refuse. */
export function encodeColumn(column: ColumnSpec, value: unknown, path: string, fail: Fail): SqlValue {
  if (value === undefined) {
    if (column.default || column.null) return column.default ? DEFAULT : null;
    return fail(path, "is missing");
  }
  if (value === null && column.type !== "json") return column.null ? null : fail(path, "is null and the column is not");
  if (value === null && column.null) return null;
  return encoders[column.type](value, column, path, fail);
}

type Encoder = (value: unknown, column: ColumnSpec, path: string, fail: Fail) => SqlValue;

const integer =
  (bits: number): Encoder =>
  (value, column, path, fail) => {
    // The common case, without a BigInt.
    if (column.unsigned && Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 2 ** bits) {
      return value as number;
    }
    const exact = toBigInt(value, path, fail);
    const size = 1n << BigInt(column.unsigned ? bits : bits - 1);
    if (exact >= size || exact < (column.unsigned ? 0n : -size)) {
      fail(path, `is ${exact}, out of the range of ${column.type}${column.unsigned ? " unsigned" : ""}`);
    }
    return exact;
  };

function toBigInt(value: unknown, path: string, fail: Fail): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value === "string" && /^-?\d{1,20}$/.test(value)) return BigInt(value);
  if (typeof value !== "number" || !Number.isInteger(value)) return fail(path, `is ${show(value)}, not an integer`);
  if (!Number.isSafeInteger(value)) {
    return fail(path, `is ${value}, beyond the integers that a number holds exactly; give it as a string or BigInt`);
  }
  return BigInt(value);
}

const decimal: Encoder = (value, column, path, fail) => {
  const given = typeof value === "number" || typeof value === "bigint" ? String(value) : value;
  const digits = typeof given === "string" ? /^(-?)0*(\d*?)(?:\.(\d*?)0*)?$/.exec(given) : null;
  if (digits === null || !/^-?\d+(\.\d+)?$/.test(given as string))
    return fail(path, `is ${show(value)}, not a decimal`);
  const [, sign, whole = "", fraction = ""] = digits;
  const { precision, scale = 0 } = column;
  if (precision !== undefined && (whole.length > precision - scale || fraction.length > scale)) {
    return fail(path, `is ${show(value)}, which a decimal(${precision}, ${scale}) does not hold exactly`);
  }
  if (sign === "-" && column.unsigned && whole + fraction !== "")
    fail(path, `is ${show(value)}, and the column is unsigned`);
  return given as string;
};

const float: Encoder = (value, _column, path, fail) =>
  typeof value === "number" && Number.isFinite(value) ? value : fail(path, `is ${show(value)}, not a finite number`);

/** `bytes` for the text family, whose limit counts bytes of utf8mb4; char and varchar count characters. */
const text =
  (bytes?: number): Encoder =>
  (value, column, path, fail) => {
    if (typeof value !== "string") return fail(path, `is ${show(value)}, not a string`);
    if (!value.isWellFormed()) return fail(path, "has a lone surrogate, which no database text can hold");
    const { length } = column;
    if (length !== undefined && value.length > length && [...value].length > length) {
      return fail(path, `has more than the ${length} characters of the column`);
    }
    if (column.type === "char" && value.endsWith(" ")) return fail(path, "ends with a space, which a char drops");
    if (bytes !== undefined && value.length * 3 > bytes && Buffer.byteLength(value) > bytes) {
      return fail(path, `has more than the ${bytes} bytes of a ${column.type}`);
    }
    return value;
  };

const binary =
  (bytes?: number): Encoder =>
  (value, column, path, fail) => {
    if (!(value instanceof Uint8Array)) return fail(path, `is ${show(value)}, not a Buffer or Uint8Array`);
    const most = column.length ?? bytes ?? Number.POSITIVE_INFINITY;
    if (value.byteLength > most) return fail(path, `has ${value.byteLength} bytes, the column holds ${most}`);
    return value;
  };

const encoders: Readonly<Record<ColumnSpec["type"], Encoder>> = {
  tinyint: integer(8),
  smallint: integer(16),
  mediumint: integer(24),
  int: integer(32),
  bigint: integer(64),
  decimal,
  float,
  double: float,
  char: text(),
  varchar: text(),
  tinytext: text(0xff),
  text: text(0xffff),
  mediumtext: text(0xff_ffff),
  longtext: text(),
  binary: binary(),
  varbinary: binary(),
  tinyblob: binary(0xff),
  blob: binary(0xffff),
  mediumblob: binary(0xff_ffff),
  longblob: binary(),
  json: (value, _column, path, fail) => encodeJson(value, path, fail),
  date: encodeTime,
  // 1 to 99 would become years of this century and the last.
  year: (value, _column, path, fail) =>
    value === 0 || (Number.isInteger(value) && Number(value) >= 1901 && Number(value) <= 2155)
      ? (value as number)
      : fail(path, `is ${show(value)}, not a year from 1901 to 2155`),
  datetime: encodeTime,
  timestamp: encodeTime,
  time: encodeTime,
  enum: (value, column, path, fail) =>
    typeof value === "string" && (column.values === undefined || column.values.includes(value))
      ? value
      : fail(path, `is ${show(value)}, not one of ${column.values?.join(", ")}`),
  boolean: (value, _column, path, fail) =>
    typeof value === "boolean" ? value : fail(path, `is ${show(value)}, not a boolean`),
};
