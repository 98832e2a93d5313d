import { conjuncts } from "../facts/expression.js";
import {
  EMPTY_STATEMENT,
  type Limit,
  type Lock,
  type OrderKey,
  type SelectedColumn,
  type Statement,
  type TableUse,
} from "../facts/statement.js";
import { type Clause, splitClauses } from "./clauses.js";
import { readCommonTables, withoutNames } from "./common-tables.js";
import type { Cursor } from "./cursor.js";
import { MAX_DEPTH, readConjunctList, readExpression } from "./expressions.js";
import { innerQueries } from "./inner.js";
import { readLayout } from "./layout.js";
import { readAlias } from "./names.js";
import { startsQuery } from "./primary.js";
import { readTables } from "./tables.js";
import { isMark, isWord } from "./token.js";

/** Reads `SELECT ...`, also in parentheses, after WITH and with UNION: the first member, the others inside it. */
export function readQuery(cursor: Cursor, depth: number): Statement | undefined {
  const common = readCommonTables(cursor, depth);
  const query = readMembers(cursor, depth);
  if (query === undefined || common.queries.length === 0) return query;
  const known = withoutNames(query, common.names);
  return { ...known, inner: [...common.queries, ...known.inner] };
}

/** A query without its WITH. */
function readMembers(cursor: Cursor, depth: number): Statement | undefined {
  const from = cursor.at;
  if (isMark(cursor.peek(), "(") && startsQuery(cursor)) return readInParentheses(cursor, depth);
  const inner: Statement[] = [];
  const clauses = splitClauses(cursor, "other");
  const union = clauses.findIndex((c) => c.name === "union");
  const own = union === -1 ? clauses : clauses.slice(0, union);
  if (union !== -1) inner.push(...readUnionRest(clauses[union]!, cursor, depth));
  const end = union === -1 ? cursor.end : clauses[union]!.head;
  const layout = union === -1 ? readLayout(cursor, own, from) : undefined;
  const parts = readClauses(own, depth);
  const statement = { ...EMPTY_STATEMENT, ...parts, layout, verb: "select" as const, span: cursor.span(from, end) };
  cursor.at = cursor.end;
  return { ...statement, inner: [...inner, ...parts.inner, ...innerQueries(statement)] };
}

function readInParentheses(cursor: Cursor, depth: number): Statement | undefined {
  const close = cursor.closingOf(cursor.at);
  const first = readQuery(cursor.part(cursor.at + 1, close), depth + 1);
  cursor.at = Math.min(close + 1, cursor.end);
  const rest = splitClauses(cursor.part(cursor.at, cursor.end), "other");
  const union = rest.find((c) => c.name === "union");
  const others = union === undefined ? [] : readUnionRest(union, cursor, depth);
  cursor.at = cursor.end;
  const outside = readClauses(union === undefined ? rest : rest.slice(0, rest.indexOf(union)), depth);
  return (
    first && {
      ...ordered(first, outside),
      inner: [...first.inner, ...others, ...replaced(first, outside), ...sortQueries(outside)],
    }
  );
}

/** `(SELECT ...) ORDER BY a LIMIT 1`: what stands behind the parentheses counts last. */
function ordered(first: Statement, { order, limit, lock }: ClauseParts): Statement {
  if (order.length === 0 && limit === undefined && lock === undefined) return first;
  const kept = order.length === 0 ? first.order : order;
  return { ...first, order: kept, limit: limit ?? first.limit, lock: lock ?? first.lock, layout: undefined };
}

function sortQueries({ order }: ClauseParts): Statement[] {
  return innerQueries({ ...EMPTY_STATEMENT, order, verb: "select", span: { start: 0, end: 0 } });
}

/** The clauses within that stand a second time outside. */
function replaced(first: Statement, { order, limit, lock }: ClauseParts): Statement[] {
  const within = {
    order: order.length === 0 ? [] : first.order,
    limit: limit && first.limit,
    lock: lock && first.lock,
  };
  const twice = within.order.length > 0 || within.limit !== undefined || within.lock !== undefined;
  return twice ? [{ ...first, ...within, inner: [], layout: undefined }] : [];
}

function readUnionRest(union: Clause, cursor: Cursor, depth: number): Statement[] {
  const rest = cursor.part(union.body.at, cursor.end);
  rest.takeWord("ALL", "DISTINCT");
  // A thousand members are a thousand levels: what lies deeper is not read.
  if (depth >= MAX_DEPTH) return [];
  const next = readQuery(rest, depth + 1);
  // What is written behind the last member counts for all of them.
  return next === undefined ? [] : [{ ...next, layout: undefined }];
}

export type ClauseParts = Omit<Statement, "verb" | "span">;

/** What SELECT, UPDATE and DELETE have in common. */
export function readClauses(clauses: readonly Clause[], depth: number): ClauseParts {
  const tables: TableUse[] = [];
  const inner: Statement[] = [];
  const on: Statement["on"][number][] = [];
  for (const clause of clauses.filter((c) => c.name === "from" || c.name === "using")) {
    const read = readTables(clause.body, depth);
    tables.push(...read.tables);
    inner.push(...read.inner);
    on.push(...read.on);
  }
  const body = (name: Clause["name"]) => clauses.find((c) => c.name === name);
  const flat = (name: Clause["name"]) => {
    const clause = body(name);
    return clause === undefined ? [] : readConjunctList(clause.body, depth + 1).flatMap(conjuncts);
  };
  const [limit, lock, select, order] = [body("limit"), body("lock"), body("select"), body("order")];
  const group = body("group");
  if (group !== undefined) inner.push(...groupQueries(group.body, depth));
  return {
    ...EMPTY_STATEMENT,
    tables,
    inner,
    on,
    selected: select === undefined ? [] : readSelected(select.body, depth),
    where: flat("where"),
    having: flat("having"),
    order: order === undefined ? [] : readOrder(order.body, depth),
    grouped: group !== undefined,
    limit: limit && readLimit(limit),
    lock: lock && readLock(lock),
  };
}

/** `GROUP BY (SELECT ...)` */
function groupQueries(cursor: Cursor, depth: number): Statement[] {
  const where = readOrder(cursor, depth).map(({ expression }) => expression);
  return innerQueries({ ...EMPTY_STATEMENT, where, verb: "select", span: { start: 0, end: 0 } });
}

function readSelected(cursor: Cursor, depth: number): SelectedColumn[] {
  const selected: SelectedColumn[] = [];
  while (cursor.takeWord("DISTINCT", "ALL", "SQL_NO_CACHE", "SQL_CALC_FOUND_ROWS", "STRAIGHT_JOIN"));
  while (!cursor.done) {
    const expression = readExpression(cursor, depth + 1);
    selected.push({ expression, alias: readAlias(cursor) });
    skipToComma(cursor);
  }
  return selected;
}

export function readOrder(cursor: Cursor, depth = 0): OrderKey[] {
  const keys: OrderKey[] = [];
  while (!cursor.done) {
    const expression = readExpression(cursor, depth + 1);
    keys.push({ expression, descending: isWord(cursor.peek(), "DESC") });
    skipToComma(cursor);
  }
  return keys;
}

function skipToComma(cursor: Cursor): void {
  while (!cursor.done && !isMark(cursor.peek(), ",")) cursor.at = cursor.after(cursor.at);
  cursor.takeMark(",");
}

/** `LIMIT n`, `LIMIT offset, n`, `LIMIT n OFFSET offset`. */
function readLimit(clause: Clause): Limit {
  const { body } = clause;
  const first = readExpression(body, 1);
  const comma = body.takeMark(",");
  const second = comma || body.takeWord("OFFSET") ? readExpression(body, 1) : undefined;
  const span = body.span(clause.head);
  return comma && second !== undefined
    ? { count: second, offset: first, span }
    : { count: first, offset: second, span };
}

function readLock(clause: Clause): Lock {
  const { body } = clause;
  const share = isWord(body.tokens[clause.head], "LOCK") || isWord(body.tokens[clause.head + 1], "SHARE");
  let wait: Lock["wait"] = "wait";
  for (; !body.done; body.at += 1) {
    if (isWord(body.peek(), "NOWAIT")) wait = "nowait";
    if (isWord(body.peek(), "SKIP") && isWord(body.peek(1), "LOCKED")) wait = "skip locked";
  }
  return { strength: share ? "share" : "update", wait, span: body.span(clause.head, body.end) };
}
