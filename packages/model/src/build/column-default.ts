import type { ColumnModel, ColumnType } from "../model.js";

type Literal = string | number | bigint | boolean | null | undefined;

/** A default that fits, as the model keeps it, or why it does not, as a sentence. */
export type ReadDefault = { readonly value: ColumnModel["default"] } | { readonly problem: string };

/** Judges the default of a column by its type. NULL is the same as none: a column that may be NULL has it anyway. */
export function readDefault(type: ColumnType, nullable: boolean, given: Literal): ReadDefault {
  if (given === undefined) return { value: undefined };
  if (given === null) {
    return nullable ? { value: undefined } : { problem: "NULL does not fit a column that may not be NULL." };
  }
  switch (type.kind) {
    case "tinyint":
    case "smallint":
    case "mediumint":
    case "int":
    case "bigint":
      return integerDefault(type.kind, type.unsigned, given);
    case "decimal":
      return decimalDefault(type, given);
    case "float":
      return keep(typeof given === "number" && Math.abs(given) <= maxFloat, given, "a number of at most 3.4e38");
    case "double":
      return keep(typeof given === "number", given, "a number");
    case "boolean":
      return keep(typeof given === "boolean", given, "true or false");
    case "char":
    case "varchar":
      return textDefault(type, given);
    case "enum":
      return keep(typeof given === "string" && type.values.includes(given), given, "one of its words");
    case "date":
      return keep(typeof given === "string" && isDay(given), given, 'a day such as "2026-12-31"');
    case "year":
      return keep(typeof given === "number" && given >= 1901 && given <= 2155, given, "a year, 1901 to 2155");
    case "datetime":
    case "timestamp":
      return momentDefault(type, given);
    case "time":
      return keep(typeof given === "string" && timePattern.test(given), given, 'a time such as "08:30:00"');
    default:
      return { problem: `MySQL 5.7 allows no default for a ${type.kind} column.` };
  }
}

const integerBits = { tinyint: 8n, smallint: 16n, mediumint: 24n, int: 32n, bigint: 64n } as const;

function integerDefault(kind: keyof typeof integerBits, unsigned: boolean, given: NonNullable<Literal>): ReadDefault {
  const bits = integerBits[kind];
  const [min, max] = unsigned ? [0n, 2n ** bits - 1n] : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
  const range = `a whole number, ${min} to ${max}`;
  if (typeof given === "bigint") return keep(given >= min && given <= max, given, range);
  if (typeof given !== "number" || !Number.isInteger(given)) return misfit(range);
  if (!Number.isSafeInteger(given)) return misfit(`${range}; beyond 2^53 - 1 written with an n at its end`);
  return keep(BigInt(given) >= min && BigInt(given) <= max, given, range);
}

function decimalDefault(
  { precision, scale, unsigned }: Extract<ColumnType, { kind: "decimal" }>,
  given: NonNullable<Literal>,
): ReadDefault {
  const match = /^(-?)0*(\d*)(?:\.(\d+))?$/.exec(String(given));
  const [, sign = "", whole = "", fraction = ""] = match ?? [];
  const fits = whole.length <= precision - scale && fraction.length <= scale && !(unsigned && sign === "-");
  const right = typeof given !== "boolean" && match !== null && String(given) !== "" && fits;
  return keep(right, given, `a number of at most ${precision - scale} digits before and ${scale} after the point`);
}

const maxFloat = 3.402823466e38;

function textDefault(
  { length, charset }: Extract<ColumnType, { kind: "char" | "varchar" }>,
  given: NonNullable<Literal>,
): ReadDefault {
  if (typeof given !== "string") return misfit("a text");
  if (charset === "ascii" && /[^ -~]/.test(given)) return misfit("a text of ASCII characters");
  if ([...given].length > length) return misfit(`a text of at most ${length} characters`);
  return isStorable(given) ? { value: given } : { problem: unstorable };
}

const momentPattern = /^(\d{4}-\d\d-\d\d) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.(\d{1,6}))?$/;
const timePattern = /^-?(?:[0-7]?\d{2}|8[0-2]\d|83[0-8]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?$/;

function momentDefault(
  { kind, precision }: Extract<ColumnType, { kind: "datetime" | "timestamp" | "time" }>,
  given: NonNullable<Literal>,
): ReadDefault {
  const expected = '"CURRENT_TIMESTAMP" or a moment such as "2026-12-31 08:30:00"';
  if (typeof given !== "string") return misfit(expected);
  if (given === "CURRENT_TIMESTAMP") {
    return { value: { sql: precision === 0 ? given : `${given}(${precision})` } };
  }
  const [, day = "", , fraction = ""] = momentPattern.exec(given) ?? [];
  const fits = isDay(day) && fraction.length <= precision;
  if (kind !== "timestamp") return keep(fits, given, expected);
  return keep(fits && day >= firstInstant && day <= lastInstant, given, `${expected}, from 1970 to 2038`);
}

/** A day inside the range of a timestamp, so that it holds in every time zone of the session. */
const firstInstant = "1970-01-02";
const lastInstant = "2038-01-18";

function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** What the server's own catalogue keeps unchanged: seen on MySQL 9.7 and MariaDB 10.11, four-byte characters become `?`. */
export function isStorable(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL ends comments in some clients
  return !/[\u0000\uD800-\uDFFF]/.test(text);
}

export const unstorable =
  "Table definitions keep no NUL and no characters beyond U+FFFF (emoji): they would turn into ?.";

function keep(right: boolean, value: NonNullable<Literal>, expected: string): ReadDefault {
  return right ? { value } : misfit(expected);
}

function misfit(expected: string): ReadDefault {
  return { problem: `The default of this column must be ${expected}.` };
}
