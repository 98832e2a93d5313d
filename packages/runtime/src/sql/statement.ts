/** Text that goes into a statement as it is. Made only by `digits` and by the library's own constants, never from data. */
export class Inline {
  readonly sql: string;
  constructor(sql: string) {
    this.sql = sql;
  }
}

export type SqlValue = string | number | bigint | boolean | null | Uint8Array | Inline;
export type SqlValues = Readonly<Record<string, SqlValue | readonly SqlValue[]>>;

/** Quotes one value for the server: the driver's `escape`, or a collector of bound values that answers `?`. */
export type Quote = (value: string | Uint8Array) => string;

/** A statement with named parameters (`:ids`), taken apart once. A list expands to `a, b, c`, an empty one to NULL. */
export interface Statement {
  readonly text: string;
  /** Names in the order they appear, repeats included. */
  readonly names: readonly string[];
  render(values: SqlValues, quote: Quote): string;
}

const PARAMETER = /:([A-Za-z_][A-Za-z0-9_]*)/y;

/** Takes a statement apart; `:name` inside strings, quoted names and comments is text. */
export function compile(text: string): Statement {
  const pieces: string[] = [];
  const names: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    PARAMETER.lastIndex = at;
    const name = text[at] === ":" && text[at - 1] !== ":" ? PARAMETER.exec(text)?.[1] : undefined;
    if (name === undefined) {
      at = skipOpaque(text, at);
      continue;
    }
    pieces.push(text.slice(from, at));
    names.push(name);
    at += name.length + 1;
    from = at;
  }
  const tail = text.slice(from);
  return {
    text,
    names,
    render(values, quote) {
      let sql = "";
      for (let i = 0; i < names.length; i++) sql += pieces[i]! + renderValue(names[i]!, values, quote);
      return sql + tail;
    },
  };
}

const DIGITS = /^-?\d+$/;

/** Integer ids for `IN (...)`, checked one by one and written in without escaping: 64 bit, exact. */
export function digits(ids: readonly string[]): Inline {
  for (const id of ids) if (!DIGITS.test(id)) throw new TypeError(`not an integer id: ${JSON.stringify(id)}`);
  return new Inline(ids.length === 0 ? "NULL" : ids.join(","));
}

function renderValue(name: string, values: SqlValues, quote: Quote): string {
  const value = values[name] as SqlValue | readonly SqlValue[];
  // A function is what Object.prototype has under that name.
  if (value === undefined || typeof value === "function") throw new TypeError(`no value for :${name}`);
  if (!Array.isArray(value)) return renderScalar(name, value as SqlValue, quote);
  return value.length === 0 ? "NULL" : value.map((item: SqlValue) => renderScalar(name, item, quote)).join(",");
}

function renderScalar(name: string, value: SqlValue, quote: Quote): string {
  if (value === null) return "NULL";
  if (value instanceof Inline) return value.sql;
  if (typeof value === "string" || value instanceof Uint8Array) return quote(value);
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value))) return String(value);
  throw new TypeError(`:${name} cannot be ${String(value)}`);
}

/** The position after the string, quoted name or comment that starts at `at`; `at + 1` where none does. */
function skipOpaque(text: string, at: number): number {
  const char = text[at]!;
  if (char === "'" || char === '"' || char === "`") return afterQuote(text, at, char);
  if (char === "#" || (char === "-" && /^--(\s|$)/.test(text.slice(at, at + 3)))) return after(text, "\n", at);
  if (char === "/" && text[at + 1] === "*") return after(text, "*/", at + 2);
  return at + 1;
}

function afterQuote(text: string, at: number, quote: string): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === "\\" && quote !== "`") i++;
    // A doubled quote closes here and opens again at the next character: the same thing for our purpose.
    else if (text[i] === quote) return i + 1;
  }
  return text.length;
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? text.length : at + end.length;
}
