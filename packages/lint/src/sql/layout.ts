import type { Layout } from "../facts/layout.js";
import type { Span } from "../source.js";
import type { Clause, ClauseName } from "./clauses.js";
import type { Cursor } from "./cursor.js";
import { fileSpan, pieceAt, type SqlText } from "./sql-text.js";
import { isWord, type Token } from "./token.js";

const BEFORE_ORDER: readonly ClauseName[] = ["from", "using", "set", "where", "group", "having"];

/** The places of a statement's clauses, before they are read; `from` is the index of its first token. */
export function readLayout(cursor: Cursor, clauses: readonly Clause[], from: number): Layout | undefined {
  const start = cursor.tokens[from]?.start ?? 0;
  const where = clauses.find((clause) => clause.name === "where");
  const order = clauses.find((clause) => clause.name === "order");
  const limit = clauses.find((clause) => clause.name === "limit");
  const set = clauses.find((clause) => clause.name === "set");
  const before = clauses.findLast((clause) => BEFORE_ORDER.includes(clause.name));
  // Clauses that this reader does not know stand where only the server knows.
  const strange = clauses.some((clause, index) => index > 0 && (clause.name === "other" || clause.name === "union"));
  const holds = clauses.some((clause) => clause.name !== "select" && hasClauseHole(clause.body));
  if (before === undefined || strange || holds) return undefined;
  const place = (clause: Clause, head: number): Span | undefined =>
    exactSpan(cursor.sql, start, cursor.tokens[head]?.start ?? 0, cursor.tokens[clause.body.end - 1]?.end ?? 0);
  const behind = place(before, before.head);
  const last = order ?? before;
  const orderSpan = order === undefined ? behind && endOf(behind) : place(order, order.head);
  const lastSpan = place(last, last.head);
  if (orderSpan === undefined || lastSpan === undefined) return undefined;
  return {
    where: where && place(where, where.body.at),
    mixed: where !== undefined && isMixed(where.body),
    order: orderSpan,
    limit: limit === undefined ? endOf(lastSpan) : undefined,
    set: set && place(set, set.body.at),
  };
}

function endOf({ end }: Span): Span {
  return { start: end, end };
}

/** As `fileSpan`, but only where all of it is written in the expression that the statement begins in. */
function exactSpan(sql: SqlText, statement: number, from: number, to: number): Span | undefined {
  const origin = originAt(sql, statement);
  if (origin === undefined || originAt(sql, from) !== origin || originAt(sql, to - 1) !== origin) return undefined;
  return fileSpan(sql, from, to);
}

function originAt({ pieces }: SqlText, offset: number): number | undefined {
  return pieces[pieceAt(pieces, offset)]?.origin;
}

/** `WHERE a = 1 ${more}`: what the program puts in may be a condition, another clause, or nothing. */
function hasClauseHole(body: Cursor): boolean {
  for (let index = body.at; index < body.end; index = body.after(index)) {
    if (body.tokens[index]?.kind === "hole" && !isOperand(body.tokens, index)) return true;
  }
  return false;
}

function isOperand(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  return (
    before?.kind === "operator" ||
    (before?.kind === "punctuation" && before.text !== ")") ||
    isWord(before, "FROM", "UPDATE", "INTO", "LIKE", "IN", "BETWEEN", "BY", "LIMIT", "OFFSET")
  );
}

function isMixed(body: Cursor): boolean {
  for (let index = body.at; index < body.end; index = body.after(index)) {
    const token = body.tokens[index];
    if (isWord(token, "OR", "XOR") || (token?.kind === "operator" && ["||", ":="].includes(token.text))) return true;
  }
  return false;
}
