import { digits, Inline } from "@queuegen/runtime/internal";

/** How the ids of a table stand in its statements. Chosen once for a queue: integers are written as ever. */
export interface RowKeys {
  /** For `IN (:ids)` and FIELD. Checked or in hexadecimal, one by one: an id never becomes SQL. */
  readonly list: (ids: readonly string[]) => Inline;
  /** `:after` of a first page. */
  readonly first: Inline;
  /** Whether later rows have higher ids, so that looks may start after the last id claimed. */
  readonly ascending: boolean;
  /** Order of jobs that several statements of one round claimed. */
  readonly compare: (a: string, b: string) => number;
}

/** What a generated file says about its key where it is no integer. */
export type KeyWord = "text" | "bytes";

export function rowKeys(key: KeyWord | undefined): RowKeys {
  if (key === undefined) return INTEGERS;
  return key === "text" ? TEXTS : BYTES;
}

const NULL = new Inline("NULL");

const INTEGERS: RowKeys = {
  list: digits,
  first: digits(["0"]),
  ascending: true,
  // Digits without leading zeros.
  compare: (a, b) => a.length - b.length || (a < b ? -1 : 1),
};

// A random uuid may come in below any other at any time.
const TEXTS: RowKeys = { list: (ids) => listOf(ids, textLiteral), first: NULL, ascending: false, compare: byText };
const BYTES: RowKeys = { list: (ids) => listOf(ids, bytesLiteral), first: NULL, ascending: false, compare: byText };

function listOf(ids: readonly string[], literal: (id: string) => string): Inline {
  return ids.length === 0 ? NULL : new Inline(ids.map(literal).join(","));
}

/** Printable ASCII without quote and backslash: the same characters under every sql_mode and charset of a connection. */
const PLAIN = /^[ -&(-[\]-~]*$/;

/** Literals give way to the collation of the column, which its index is sorted by. */
function textLiteral(id: string): string {
  return PLAIN.test(id) ? `'${id}'` : `_utf8mb4 x'${Buffer.from(id).toString("hex")}'`;
}

const HEX = /^(?:[0-9a-f]{2})*$/;

function bytesLiteral(id: string): string {
  if (!HEX.test(id)) throw new TypeError(`not an id in hex digits: ${JSON.stringify(id)}`);
  return `x'${id}'`;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}
