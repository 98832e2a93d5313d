import type { Expression } from "../facts/expression.js";
import type { Statement } from "../facts/statement.js";
import type { Cursor } from "./cursor.js";
import { MAX_DEPTH, readExpression, readList } from "./expressions.js";
import { readName } from "./names.js";
import { readQuery } from "./queries.js";
import type { Scalar } from "./sql-text.js";
import { isMark, isWord, type Token } from "./token.js";

const CONSTANTS: Readonly<Record<string, Scalar>> = { NULL: null, TRUE: true, FALSE: false };

/** Reads what stands between two operators. Takes at least one token, so that every loop above it ends. */
export function readPrimary(cursor: Cursor, depth: number): Expression {
  const from = cursor.at;
  const token = cursor.peek();
  if (token === undefined) return { kind: "unknown", span: cursor.span(from) };
  switch (token.kind) {
    case "number":
      cursor.at += 1;
      return { kind: "value", value: Number(token.text), span: cursor.span(from) };
    case "string":
      return readString(cursor, from);
    case "placeholder":
    case "variable":
      return readParameter(cursor, from, token);
    case "hole":
      return isMark(cursor.peek(1), ".") ? readColumn(cursor, from) : readParameter(cursor, from, token);
    case "quoted":
      return readColumn(cursor, from);
    case "word":
      return readWord(cursor, depth, from, token);
    default:
      return isMark(token, "(") ? readParentheses(cursor, depth, from) : skip(cursor, from);
  }
}

function skip(cursor: Cursor, from: number): Expression {
  cursor.at += 1;
  return { kind: "unknown", span: cursor.span(from) };
}

function readString(cursor: Cursor, from: number): Expression {
  let value = "";
  for (let token = cursor.peek(); token?.kind === "string"; token = cursor.peek()) {
    value += unquote(token.text);
    cursor.at += 1;
  }
  return { kind: "value", value, span: cursor.span(from) };
}

function unquote(text: string): string {
  const quote = text[0]!;
  const body = text.length > 1 && text.endsWith(quote) ? text.slice(1, -1) : text.slice(1);
  return body.replaceAll(quote + quote, quote).replace(/\\(.)/gs, "$1");
}

function readParameter(cursor: Cursor, from: number, token: Token): Expression {
  cursor.at += 1;
  // `@@session.sql_mode`
  while (token.kind === "variable" && cursor.takeMark(".")) cursor.at = Math.min(cursor.at + 1, cursor.end);
  const filling = cursor.fillings.get(token.start);
  const span = cursor.span(from);
  if (filling === undefined) return { kind: "parameter", text: token.text, span };
  return { kind: "parameter", ...filling, span };
}

function readColumn(cursor: Cursor, from: number): Expression {
  const path = readName(cursor);
  if (path.name === undefined) return { kind: "unknown", span: cursor.span(from) };
  return { kind: "column", table: path.qualifier, name: path.name, span: cursor.span(from) };
}

function readWord(cursor: Cursor, depth: number, from: number, token: Token): Expression {
  const word = token.word;
  const following = cursor.peek(1);
  if (word === "CASE") return readCase(cursor, depth, from);
  if (word === "INTERVAL" && !isMark(following, ".")) {
    cursor.at += 1;
    const amount = depth < MAX_DEPTH ? readExpression(cursor, depth + 1, 0) : skip(cursor, from);
    if (cursor.peek()?.kind === "word") cursor.at += 1;
    return { kind: "call", name: "interval", args: [amount], span: cursor.span(from) };
  }
  if (isMark(following, "(")) return readCall(cursor, depth, from, word.toLowerCase());
  // `_utf8mb4'x'`, `x'1f'`, `DATE '2026-01-01'`
  if (following?.kind === "string") {
    cursor.at += 1;
    return readString(cursor, from);
  }
  if (Object.hasOwn(CONSTANTS, word) && !isMark(following, ".")) {
    cursor.at += 1;
    return { kind: "value", value: CONSTANTS[word]!, span: cursor.span(from) };
  }
  return readColumn(cursor, from);
}

function readCall(cursor: Cursor, depth: number, from: number, name: string): Expression {
  const open = cursor.at + 1;
  const close = cursor.closingOf(open);
  const inside = cursor.part(open + 1, close);
  while (inside.takeWord("DISTINCT", "ALL", "LEADING", "TRAILING", "BOTH"));
  const args = depth < MAX_DEPTH ? readArguments(inside, depth + 1) : [];
  cursor.at = Math.min(close + 1, cursor.end);
  const span = cursor.span(from);
  if (cursor.takeWord("OVER")) cursor.at = cursor.after(cursor.at);
  return { kind: "call", name, args, span };
}

/** `= ANY (SELECT ...)` looks like a call of a function. */
function readArguments(inside: Cursor, depth: number): Expression[] {
  if (!startsQuery(inside)) return readList(inside, depth);
  const from = inside.at;
  const query = readQuery(inside, depth);
  return query === undefined ? [] : [{ kind: "query", query, span: inside.span(from) }];
}

/** The operands of a CASE are not told apart: rules only need what stands inside. */
function readCase(cursor: Cursor, depth: number, from: number): Expression {
  cursor.at += 1;
  const args: Expression[] = [];
  while (!cursor.done && !cursor.takeWord("END")) {
    if (cursor.takeWord("WHEN", "THEN", "ELSE")) continue;
    args.push(depth < MAX_DEPTH ? readExpression(cursor, depth + 1) : skip(cursor, cursor.at));
  }
  return { kind: "call", name: "case", args, span: cursor.span(from) };
}

function readParentheses(cursor: Cursor, depth: number, from: number): Expression {
  const close = cursor.closingOf(from);
  const inside = cursor.part(from + 1, close);
  cursor.at = Math.min(close + 1, cursor.end);
  const span = cursor.span(from);
  if (depth >= MAX_DEPTH) return { kind: "unknown", span };
  if (startsQuery(inside)) {
    const query: Statement | undefined = readQuery(inside, depth + 1);
    return query === undefined ? { kind: "unknown", span } : { kind: "query", query, span };
  }
  const items = readList(inside, depth + 1);
  return items.length === 1 ? items[0]! : { kind: "list", items, span };
}

const AFTER_QUERY = ["UNION", "EXCEPT", "INTERSECT", "ORDER", "LIMIT", "FOR", "LOCK", "INTO", "ON"];

/** True where a SELECT stands behind any number of opening parentheses, and nothing that makes it an operand: `(SELECT 1) + 1`. */
export function startsQuery(cursor: Cursor): boolean {
  let end = cursor.end;
  let at = cursor.at;
  for (; at < end && isMark(cursor.peek(at - cursor.at), "("); at += 1) {
    if (at - cursor.at > MAX_DEPTH) return false;
    const close = Math.min(cursor.closingOf(at), end);
    if (close + 1 < end && !isWord(cursor.tokens[close + 1], ...AFTER_QUERY)) return false;
    end = close;
  }
  return at < end && isWord(cursor.tokens[at], "SELECT", "WITH");
}
