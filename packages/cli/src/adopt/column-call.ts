import type { LiveTable } from "@queuegen/migrations/apply";
import { sqlNameProblem } from "@queuegen/model";
import { defaultLiteral } from "./default-literal.js";

type Column = LiveTable["definition"]["columns"][number];
type Facts = LiveTable["columns"][number];

/** A column as a schema writes it, or why no schema can. */
export type ColumnCall = { readonly helper: string; readonly text: string } | { readonly reason: string };

/** Turns a column of the server into the call of a helper: `varchar(64, { null: true, charset: "latin1" })`. */
export function columnCall(column: Column, facts: Facts, role: "key" | "payload"): ColumnCall {
  const name = nameProblem(column.name, role);
  if (name !== undefined) return { reason: name };
  // MariaDB compares and shows its uuid as the text that it is.
  const own = role === "key" && column.type === "uuid" ? "char(36)" : column.type;
  const type = typeCall(own.replace(/ GENERATED ALWAYS AS .*$/s, ""));
  if ("reason" in type) return type;
  const { helper, args, options } = type;
  const all = [...options, ...(role === "key" ? keyOptions(facts) : ownOptions(column, facts, helper))];
  const written = [...args, ...(all.length > 0 ? [`{ ${all.join(", ")} }`] : [])];
  return { helper, text: `${helper}(${written.join(", ")})` };
}

function nameProblem(name: string, role: "key" | "payload"): string | undefined {
  if (sqlNameProblem(name) !== undefined) return "its name is none that a schema can write";
  if (role === "key") return undefined;
  const lower = name.toLowerCase();
  if (lower === "id") return "a job has its key under that name";
  if (lower === "dedupe_key") return "the option dedupe keeps that name for itself";
  return lower.startsWith("queuegen_") ? "generated statements keep such names for themselves" : undefined;
}

interface TypeCall {
  readonly helper: string;
  readonly args: readonly string[];
  readonly options: readonly string[];
}

function typeCall(type: string): TypeCall | { readonly reason: string } {
  const [, base = "", inner, rest = ""] = /^(\w+)(?:\((.*)\))?(.*)$/s.exec(type) ?? [];
  const unsigned = rest === " unsigned" ? ["unsigned: true"] : [];
  const unknown = { reason: `there is no column helper for ${withoutEncoding(type)}` };
  switch (base) {
    case "tinyint":
    case "smallint":
    case "mediumint":
    case "int":
    case "bigint":
      return inner === undefined && (rest === "" || unsigned.length > 0)
        ? { helper: base, args: [], options: unsigned }
        : unknown;
    case "decimal":
      return rest === "" || unsigned.length > 0
        ? { helper: base, args: (inner ?? "").split(","), options: unsigned }
        : unknown;
    case "float":
    case "double":
    case "boolean":
    case "json":
    case "date":
    case "year":
    case "tinyblob":
    case "blob":
    case "mediumblob":
    case "longblob":
      return inner === undefined && rest === "" ? { helper: base, args: [], options: [] } : unknown;
    case "char":
    case "varchar":
    case "binary":
    case "varbinary":
      return fits(base, Number(inner)) ? { helper: base, args: [inner ?? ""], options: encoding(rest) } : unknown;
    case "tinytext":
    case "text":
    case "mediumtext":
    case "longtext":
      return { helper: base, args: [], options: encoding(rest) };
    case "datetime":
    case "timestamp":
    case "time":
      return { helper: base, args: [], options: inner === undefined ? [] : [`precision: ${inner}`] };
    case "enum":
      return enumCall(enumWords(inner ?? ""));
    default:
      return unknown;
  }
}

/** A schema takes no empty word, and none twice in another case or accent, which a column of a binary collation may have. */
function enumCall(words: readonly string[]): TypeCall | { readonly reason: string } {
  const folded = new Set(words.map((word) => word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()));
  if (words.includes("") || folded.size < words.length) return { reason: "a schema cannot have all of its words" };
  return { helper: "enumOf", args: [`[${words.map((word) => JSON.stringify(word)).join(", ")}]`], options: [] };
}

/** Helpers take what fits in a row of utf8mb4. */
const LONGEST = { char: 255, varchar: 16_383, binary: 255, varbinary: 65_532 } as const;

function fits(kind: keyof typeof LONGEST, length: number): boolean {
  return length >= 1 && length <= LONGEST[kind];
}

/** The type as people call it. */
export function withoutEncoding(type: string): string {
  return type.replace(/ (?:CHARACTER SET|COLLATE) \w+/g, "");
}

/** ` CHARACTER SET latin1 COLLATE latin1_bin` */
function encoding(text: string): readonly string[] {
  const charset = /CHARACTER SET (\w+)/.exec(text)?.[1];
  const collate = /COLLATE (\w+)/.exec(text)?.[1];
  return [
    ...(charset === undefined ? [] : [`charset: ${JSON.stringify(charset)}`]),
    ...(collate === undefined ? [] : [`collate: ${JSON.stringify(collate)}`]),
  ];
}

/** The words between the brackets, as the reader of live tables writes them: quotes doubled, odd ones in hexadecimal. */
function enumWords(inner: string): readonly string[] {
  const words = [...inner.matchAll(/X'([0-9A-F]*)'|'((?:[^']|'')*)'/g)];
  return words.map(([, hex, text = ""]) =>
    hex === undefined ? text.replaceAll("''", "'") : Buffer.from(hex, "hex").toString(),
  );
}

function keyOptions({ autoIncrement }: Facts): readonly string[] {
  return autoIncrement ? ["autoIncrement: true"] : [];
}

function ownOptions(column: Column, facts: Facts, helper: string): readonly string[] {
  const nullable = column.nullable ? ["null: true"] : [];
  if (facts.generated !== undefined) return [...nullable, 'byServer: "generated"'];
  if (facts.onUpdate) return [...nullable, 'byServer: "update"'];
  if (facts.autoIncrement) return [...nullable, 'byServer: "default"'];
  const { default: value } = column;
  if (value === undefined || value === "NULL") return nullable;
  const literal = defaultLiteral(value, helper);
  return [...nullable, literal === undefined ? 'byServer: "default"' : `default: ${literal}`];
}
