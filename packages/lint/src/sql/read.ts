import type { Expression } from "../facts/expression.js";
import { conjuncts } from "../facts/expression.js";
import { EMPTY_STATEMENT, type OrderKey, type Statement } from "../facts/statement.js";
import type { TableChange } from "../facts/table-change.js";
import { Cursor } from "./cursor.js";
import { readDdl } from "./ddl.js";
import { readDml } from "./dml.js";
import { readConjunctList } from "./expressions.js";
import { isForeignSql } from "./foreign.js";
import { lex } from "./lexer.js";
import { readOrder, readQuery } from "./queries.js";
import type { Filling, SqlText } from "./sql-text.js";
import { splitStatements } from "./statements.js";
import { isCode, isWord, type Token } from "./token.js";

/** What is bound to the placeholders of a text. */
export interface BoundValues {
  /** Of the nth `?`. */
  readonly positional: readonly Filling[];
  readonly named: ReadonlyMap<string, Filling>;
}

export const NO_VALUES: BoundValues = { positional: [], named: new Map() };

/** One statement of a text, before it is read. */
export function toCursors(sql: SqlText, values: BoundValues = NO_VALUES): readonly Cursor[] {
  const tokens = lex(sql.text, [...sql.holes.keys()]);
  const fillings = fill(tokens, sql, values);
  return splitStatements(tokens).map((statement) => new Cursor(sql, statement, fillings));
}

/** What a statement of a text turned out to be. */
export type SqlItem =
  | { readonly kind: "statement"; readonly statement: Statement }
  | { readonly kind: "change"; readonly change: TableChange }
  | { readonly kind: "begin" | "commit" | "rollback" };

/** Reads every statement of a text that the linter knows; the rest is left out. */
export function readSql(sql: SqlText, values: BoundValues = NO_VALUES): readonly SqlItem[] {
  if (isForeignSql(sql.text)) return [];
  return toCursors(sql, values).flatMap((cursor): SqlItem[] => {
    const control = readControl(cursor);
    if (control !== undefined) return [{ kind: control }];
    const changes = readDdl(cursor.part(0, cursor.end));
    if (changes !== undefined) return changes.map((change) => ({ kind: "change", change }));
    const statement = readDml(cursor);
    return statement === undefined ? [] : [{ kind: "statement", statement }];
  });
}

function readControl(cursor: Cursor): "begin" | "commit" | "rollback" | undefined {
  const [first, second] = [cursor.peek(), cursor.peek(1)];
  if (isWord(first, "START") && isWord(second, "TRANSACTION")) return "begin";
  if (isWord(first, "BEGIN") && (second === undefined || isWord(second, "WORK"))) return "begin";
  if (isWord(first, "COMMIT")) return "commit";
  if (isWord(first, "ROLLBACK")) return isWord(second, "TO") ? undefined : "rollback";
  if (!isWord(first, "SET") || !isWord(second, "AUTOCOMMIT")) return undefined;
  return cursor.peek(3)?.text === "0" ? "begin" : "commit";
}

/** The statements among the items of a text. */
export function readStatements(sql: SqlText, values: BoundValues = NO_VALUES): readonly Statement[] {
  return readSql(sql, values).flatMap((item) => (item.kind === "statement" ? [item.statement] : []));
}

/** Reads clauses without a verb: `ORDER BY RAND()`, `AND id % 4 = ?`. */
export function readClausesAlone(sql: SqlText): Statement | undefined {
  const [cursor] = toCursors(sql);
  if (cursor === undefined) return undefined;
  if (!isWord(cursor.peek(), "SELECT", "FROM", "WHERE", "ORDER", "GROUP", "HAVING", "LIMIT", "FOR", "LOCK", "WITH")) {
    cursor.takeWord("AND", "OR");
    const where = readConjunctList(cursor).flatMap(conjuncts);
    const [only] = where;
    // `RAND()` alone is no condition: it is kept to sort by.
    const isSortKey = where.length === 1 && only?.kind === "call" && /^rand(?:om)?$/.test(only.name);
    const clauses = isSortKey ? { order: [{ expression: only, descending: false }] } : { where };
    return { ...EMPTY_STATEMENT, ...clauses, verb: "select", span: cursor.span(0, cursor.end) };
  }
  return readQuery(cursor, 0);
}

/** Reads a condition without a statement around it, as builders take it: `id % 4 = ?`. */
export function readCondition(sql: SqlText, values: BoundValues = NO_VALUES): readonly Expression[] {
  return fragment(sql, values, (cursor) => readConjunctList(cursor).flatMap(conjuncts));
}

/** Reads sort keys without a statement around them: `RAND()`, `priority DESC, id`. */
export function readSortKeys(sql: SqlText, values: BoundValues = NO_VALUES): readonly OrderKey[] {
  return fragment(sql, values, (cursor) => readOrder(cursor));
}

function fragment<T>(sql: SqlText, values: BoundValues, read: (cursor: Cursor) => T[]): readonly T[] {
  const tokens = lex(sql.text, [...sql.holes.keys()]);
  const code = tokens.filter(isCode);
  return code.length === 0 ? [] : read(new Cursor(sql, code, fill(tokens, sql, values)));
}

function fill(tokens: readonly Token[], sql: SqlText, values: BoundValues): ReadonlyMap<number, Filling> {
  if (values.positional.length === 0 && values.named.size === 0) return sql.holes;
  const fillings = new Map(sql.holes);
  let ordinal = 0;
  for (const token of tokens) {
    if (token.kind !== "placeholder") continue;
    const filling = token.text.startsWith("?") ? values.positional[ordinal++] : values.named.get(token.text.slice(1));
    if (filling !== undefined) fillings.set(token.start, filling);
  }
  return fillings;
}
