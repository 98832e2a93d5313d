import { sqlString } from "../../sql-string.js";
import { canonicalEncoding, encodingSql } from "./encoding.js";
import type { ServerFacts } from "./server-facts.js";

export interface RawType {
  /** COLUMN_TYPE of the information schema: `int(10) unsigned`. */
  readonly type: string;
  readonly charset: string | null;
  readonly collation: string | null;
}

/** A type of the server in the words of our definitions: no display widths, only what is not usual of the encoding. */
export function liveType({ type, charset, collation }: RawType, server: ServerFacts): string {
  const encoding = charset === null || collation === null ? "" : encodingSql(charset, collation, server);
  return bareType(type) + encoding;
}

/** The type of a definition as `liveType` would tell it. */
export function canonicalType(type: string, server: ServerFacts): string {
  const [bare = "", charset, collation] = partsOf(type);
  const text = /^(?:(?:var)?char\(|(?:tiny|medium|long)?text\b|enum\(|set\()/i.test(bare);
  return bareType(bare) + (text ? canonicalEncoding(charset, collation, server) : "");
}

/** Bare type, character set, collation; a set or collation inside the quotes of an enum is none. */
function partsOf(type: string): readonly [string, string | undefined, string | undefined] {
  const found = /^(.*?)(?: CHARACTER SET (\w+))?(?: COLLATE (\w+))?$/is.exec(type);
  return [found?.[1] ?? type, found?.[2], found?.[3]];
}

function bareType(type: string): string {
  const lower = type.toLowerCase();
  if (/^(enum|set)\(/.test(lower)) {
    const word = lower.startsWith("set") ? "set" : "enum";
    return `${word}(${quotedWords(type).map(sqlString).join(",")})`;
  }
  // A width only pads what clients show; tinyint(1) is how both servers keep a boolean.
  if (/^tinyint\(1\)$/.test(lower) || lower === "boolean") return "boolean";
  if (lower.includes("zerofill")) return lower;
  return lower
    .replace(/^((?:tiny|small|medium|big)?int)\(\d+\)/, "$1")
    .replace(/^year\(4\)/, "year")
    .replace(/^(datetime|timestamp|time)\(0\)/, "$1")
    .replace(/^(decimal)\((\d+)\)/, "$1($2,0)");
}

/** The words of `enum('a','it''s','b\\c')` or, as our own text writes those with a backslash, `X'625C63'`. */
export function quotedWords(type: string): readonly string[] {
  const words = [...type.matchAll(/X'([0-9A-F]*)'|'((?:[^'\\]|''|\\.)*)'/gis)];
  return words.map(([, hex, text = ""]) => (hex === undefined ? unescaped(text) : Buffer.from(hex, "hex").toString()));
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", Z: "\u001a", "0": "\0" };

/** The text between the quotes of a literal of the server's own. */
export function unescaped(text: string): string {
  return text.replace(/''|\\(.)/gs, (all, escaped: string | undefined) =>
    escaped === undefined ? all.slice(1) : (ESCAPES[escaped] ?? escaped),
  );
}
