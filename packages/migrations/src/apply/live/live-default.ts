import { sqlString, sqlStringExpression } from "../../sql-string.js";
import { unescaped } from "./live-type.js";

/** A default: the value itself, an expression, NULL; `undefined` where there is none. */
export type DefaultValue =
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "expression"; readonly sql: string }
  | { readonly kind: "null" }
  | undefined;

export interface RawDefault {
  /** COLUMN_DEFAULT of the information schema. */
  readonly value: string | null;
  /** EXTRA of the information schema. */
  readonly extra: string;
  readonly nullable: boolean;
}

/** MySQL tells the value bare and marks expressions in EXTRA; MariaDB tells SQL text. */
export function liveDefault({ value, extra, nullable }: RawDefault, mariadb: boolean): DefaultValue {
  if (/auto_increment/i.test(extra) || /\b(?:VIRTUAL|STORED|PERSISTENT) GENERATED|\bGENERATED ALWAYS/i.test(extra))
    return undefined;
  if (value === null) return nullable ? { kind: "null" } : undefined;
  if (isNow(value)) return { kind: "expression", sql: now(value) };
  if (mariadb) return parseDefault(value);
  return /DEFAULT_GENERATED/.test(extra) ? parseExpression(value) : { kind: "value", text: value };
}

/** Reads what stands after DEFAULT in a definition of ours or in what MariaDB tells. */
export function parseDefault(sql: string): DefaultValue {
  const text = sql.trim();
  if (/^null$/i.test(text)) return { kind: "null" };
  if (isNow(text)) return { kind: "expression", sql: now(text) };
  const quoted = /^'((?:[^'\\]|''|\\.)*)'$/s.exec(text);
  if (quoted) return { kind: "value", text: unescaped(quoted[1] ?? "") };
  const hex = /^X'([0-9A-F]*)'$/i.exec(text);
  if (hex) return { kind: "value", text: Buffer.from(hex[1] ?? "", "hex").toString() };
  if (/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return { kind: "value", text };
  return parseExpression(text.replace(/^\((.*)\)$/s, "$1"));
}

/** An expression that is nothing but a text, as a default of text and json must be, counts as that text. */
function parseExpression(sql: string): DefaultValue {
  // MySQL tells quotes inside an expression with a backslash: _utf8mb4\'none\'
  const quoted = /^(?:_\w+)?\s*(?:\\'(.*)\\'|'((?:[^'\\]|''|\\.)*)')$/s.exec(sql);
  if (quoted) return { kind: "value", text: unescaped(quoted[1] ?? quoted[2] ?? "") };
  const hex = /^convert\((?:X'([0-9A-F]*)'|0x([0-9A-F]*)) using utf8mb4\)$/i.exec(sql);
  if (hex) return { kind: "value", text: Buffer.from(hex[1] ?? hex[2] ?? "", "hex").toString() };
  return { kind: "expression", sql };
}

/** What stands after DEFAULT, one spelling for each meaning. `type` is canonical. */
export function defaultSql(value: DefaultValue, type: string): string | undefined {
  if (value === undefined) return undefined;
  if (value.kind === "null") return "NULL";
  if (value.kind === "expression") return isNow(value.sql) ? value.sql : `(${value.sql})`;
  return literal(value.text, type);
}

function literal(text: string, type: string): string {
  if (/^(?:tiny|small|medium|big)?int\b|^boolean|^year/.test(type)) return String(BigInt(text));
  if (/^(?:float|double)/.test(type)) return String(Number(text));
  const scale = /^decimal\(\d+,(\d+)\)/.exec(type)?.[1];
  if (scale !== undefined) return sqlString(padded(text, Number(scale)));
  const precision = /^(?:datetime|timestamp|time)(?:\((\d)\))?/.exec(type);
  if (precision) return sqlString(padded(text, Number(precision[1] ?? 0)));
  if (/^(?:tiny|medium|long)?(?:text|blob)\b|^json/.test(type)) return `(${sqlStringExpression(text)})`;
  return sqlString(text);
}

/** `0.5` with two digits after the point is `0.50`: servers write the digits of the column. */
function padded(text: string, digits: number): string {
  const [whole = "", fraction = ""] = text.split(".");
  return digits === 0 ? whole : `${whole}.${fraction.padEnd(digits, "0")}`;
}

const NOW = /^(?:current_timestamp|now|localtime|localtimestamp)\s*(?:\(\s*([0-6]?)\s*\))?(\s+on\s+update\s+.*)?$/is;

function isNow(sql: string): boolean {
  return NOW.test(sql.trim());
}

function now(sql: string): string {
  const [, digits, rest = ""] = NOW.exec(sql.trim()) ?? [];
  const update = rest === "" ? "" : ` ON UPDATE ${now(rest.replace(/^\s*on\s+update\s+/i, ""))}`;
  return `CURRENT_TIMESTAMP${digits && digits !== "0" ? `(${digits})` : ""}${update}`;
}
