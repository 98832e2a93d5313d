import type { Expression } from "../facts/expression.js";
import { conjuncts } from "../facts/expression.js";
import type { OrderKey, Statement } from "../facts/statement.js";
import { Cursor } from "./cursor.js";
import { readDml } from "./dml.js";
import { readConjunctList } from "./expressions.js";
import { lex } from "./lexer.js";
import { readOrder } from "./queries.js";
import type { Filling, SqlText } from "./sql-text.js";
import { splitStatements } from "./statements.js";
import { isCode, type Token } from "./token.js";

/** What is bound to the placeholders of a text. */
export interface Bindings {
  /** Of the nth `?`. */
  readonly positional: readonly Filling[];
  readonly named: ReadonlyMap<string, Filling>;
}

export const NO_BINDINGS: Bindings = { positional: [], named: new Map() };

/** One statement of a text, before it is read. */
export function toCursors(sql: SqlText, bindings: Bindings = NO_BINDINGS): readonly Cursor[] {
  const tokens = lex(sql.text, [...sql.holes.keys()]);
  const fillings = fill(tokens, sql, bindings);
  return splitStatements(tokens).map((statement) => new Cursor(sql, statement, fillings));
}

/** Reads every SELECT, INSERT, UPDATE and DELETE of a text; the rest is left out. */
export function readStatements(sql: SqlText, bindings: Bindings = NO_BINDINGS): readonly Statement[] {
  return toCursors(sql, bindings).flatMap((cursor) => readDml(cursor) ?? []);
}

/** Reads a condition without a statement around it, as builders take it: `id % 4 = ?`. */
export function readCondition(sql: SqlText, bindings: Bindings = NO_BINDINGS): readonly Expression[] {
  return fragment(sql, bindings, (cursor) => readConjunctList(cursor).flatMap(conjuncts));
}

/** Reads sort keys without a statement around them: `RAND()`, `priority DESC, id`. */
export function readSortKeys(sql: SqlText, bindings: Bindings = NO_BINDINGS): readonly OrderKey[] {
  return fragment(sql, bindings, (cursor) => readOrder(cursor));
}

function fragment<T>(sql: SqlText, bindings: Bindings, read: (cursor: Cursor) => T[]): readonly T[] {
  const tokens = lex(sql.text, [...sql.holes.keys()]);
  const code = tokens.filter(isCode);
  return code.length === 0 ? [] : read(new Cursor(sql, code, fill(tokens, sql, bindings)));
}

function fill(tokens: readonly Token[], sql: SqlText, bindings: Bindings): ReadonlyMap<number, Filling> {
  if (bindings.positional.length === 0 && bindings.named.size === 0) return sql.holes;
  const fillings = new Map(sql.holes);
  let ordinal = 0;
  for (const token of tokens) {
    if (token.kind !== "placeholder") continue;
    const filling = token.text.startsWith("?")
      ? bindings.positional[ordinal++]
      : bindings.named.get(token.text.slice(1));
    if (filling !== undefined) fillings.set(token.start, filling);
  }
  return fillings;
}
