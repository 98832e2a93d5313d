import { type Assignment, EMPTY_STATEMENT, type Statement, type TableUse } from "../facts/statement.js";
import { type Clause, splitClauses } from "./clauses.js";
import { readCommonTables, withoutNames } from "./common-tables.js";
import type { Cursor } from "./cursor.js";
import { readExpression, readList } from "./expressions.js";
import { innerQueries } from "./inner.js";
import { readLayout } from "./layout.js";
import { readName } from "./names.js";
import { startsQuery } from "./primary.js";
import { readClauses, readQuery } from "./queries.js";
import { readTables } from "./tables.js";
import { isMark, isWord } from "./token.js";

const MODIFIERS = ["LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED", "QUICK", "IGNORE", "INTO"];

/** Reads SELECT, INSERT, REPLACE, UPDATE or DELETE; `undefined` for anything else. */
export function readDml(cursor: Cursor): Statement | undefined {
  skipToVerb(cursor);
  if (startsQuery(cursor) && !isWord(cursor.peek(), "WITH")) return readQuery(cursor, 0);
  const from = cursor.at;
  const common = readCommonTables(cursor, 0);
  if (isWord(cursor.peek(), "SELECT")) {
    cursor.at = from;
    return readQuery(cursor, 0);
  }
  const statement = readChange(cursor, from);
  if (statement === undefined) return undefined;
  const whole = { ...statement, inner: [...statement.inner, ...innerQueries(statement)] };
  const known = withoutNames(whole, common.names);
  return { ...known, inner: [...common.queries, ...known.inner] };
}

/** Inside a procedure the first statement stands behind `CREATE PROCEDURE ... BEGIN`, `IF ... THEN`, `DO`. */
function skipToVerb(cursor: Cursor): void {
  if (isWord(cursor.peek(), "EXPLAIN", "DESCRIBE", "ANALYZE")) cursor.at += 1;
  const block =
    isWord(cursor.peek(), "BEGIN", "IF", "ELSE", "ELSEIF", "WHILE", "LOOP", "REPEAT", "DECLARE") || isRoutine(cursor);
  if (!block) return;
  for (let index = cursor.at + 1; index < cursor.end; index = cursor.after(index)) {
    if (
      isWord(cursor.tokens[index], "SELECT", "UPDATE", "DELETE", "INSERT", "REPLACE") &&
      followsBlockWord(cursor, index)
    ) {
      cursor.at = index;
      return;
    }
  }
}

function isRoutine(cursor: Cursor): boolean {
  if (!isWord(cursor.peek(), "CREATE")) return false;
  for (let ahead = 1; ahead < 8; ahead += 1)
    if (isWord(cursor.peek(ahead), "PROCEDURE", "FUNCTION", "TRIGGER", "EVENT")) return true;
  return false;
}

function followsBlockWord(cursor: Cursor, index: number): boolean {
  const before = cursor.tokens[index - 1];
  return (
    isWord(before, "BEGIN", "THEN", "ELSE", "DO", "LOOP", "REPEAT", "FOR") ||
    isMark(before, ")") ||
    isWord(before, "ROW")
  );
}

function readChange(cursor: Cursor, from: number): Statement | undefined {
  if (cursor.takeWord("UPDATE")) return readUpdate(cursor, from);
  if (cursor.takeWord("DELETE")) return readDelete(cursor, from);
  if (cursor.takeWord("INSERT", "REPLACE")) return readInsert(cursor, from);
  return undefined;
}

function readUpdate(cursor: Cursor, from: number): Statement {
  while (cursor.takeWord(...MODIFIERS));
  const clauses = splitClauses(cursor, "from");
  const set = clauses.find((c) => c.name === "set");
  const layout = readLayout(cursor, clauses, from);
  return {
    ...EMPTY_STATEMENT,
    ...readClauses(clauses, 0),
    verb: "update",
    layout,
    sets: set === undefined ? [] : readAssignments(set.body),
    span: cursor.span(from, cursor.end),
  };
}

function readDelete(cursor: Cursor, from: number): Statement {
  while (cursor.takeWord(...MODIFIERS));
  return {
    ...EMPTY_STATEMENT,
    ...readClauses(splitClauses(cursor, "other"), 0),
    verb: "delete",
    span: cursor.span(from, cursor.end),
  };
}

function readInsert(cursor: Cursor, from: number): Statement {
  while (cursor.takeWord(...MODIFIERS));
  const clauses = splitClauses(cursor, "from");
  const into = clauses[0];
  const tables: TableUse[] =
    into?.name === "from" ? readTables(into.body.part(into.head, into.body.end), 0).tables.slice(0, 1) : [];
  const assigning = clauses.filter((c) => c.name === "set" || c.name === "duplicate");
  const select = clauses.find((c) => c.name === "select");
  const rows = clauses.find((c) => c.name === "values");
  const head = select === undefined ? parenthesizedQuery(into) : queryHead(select, into);
  const query = head === undefined ? undefined : readQuery(cursor.part(head, endOfSelect(clauses, cursor)), 0);
  return {
    ...EMPTY_STATEMENT,
    verb: "insert",
    tables,
    sets: assigning.flatMap((c) => readAssignments(c.body)),
    inner: [...(query === undefined ? [] : [query]), ...(rows === undefined ? [] : queriesInRows(rows.body))],
    span: cursor.span(from, cursor.end),
  };
}

/** `INSERT INTO t (a) (SELECT ...)` */
function parenthesizedQuery(into: Clause | undefined): number | undefined {
  if (into?.name !== "from") return undefined;
  const { body } = into;
  for (let index = body.at; index < body.end; index = body.after(index))
    if (isMark(body.tokens[index], "(") && startsQuery(body.part(index, body.after(index)))) return index;
  return undefined;
}

/** `INSERT INTO t WITH a AS (...) SELECT ...` */
function queryHead(select: Clause, into: Clause | undefined): number {
  for (let index = into?.head ?? select.head; index < select.head; index += 1)
    if (isWord(select.body.tokens[index], "WITH")) return index;
  return select.head;
}

/** Rows are read only where a subquery stands in one: dumps have a thousand rows in a statement. */
function queriesInRows(body: Cursor): Statement[] {
  let found = false;
  for (let index = body.at; index < body.end && !found; index += 1) found = isWord(body.tokens[index], "SELECT");
  if (!found) return [];
  return innerQueries({ ...EMPTY_STATEMENT, where: readList(body, 0), verb: "insert", span: body.span(body.at) });
}

function endOfSelect(clauses: readonly Clause[], cursor: Cursor): number {
  return clauses.find((c) => c.name === "duplicate")?.head ?? cursor.end;
}

/** `a = 1, t.b = b + 1` */
export function readAssignments(cursor: Cursor): Assignment[] {
  const assignments: Assignment[] = [];
  while (!cursor.done) {
    const from = cursor.at;
    const { name } = readName(cursor);
    if (cursor.peek()?.text === "=" || cursor.peek()?.text === ":=") {
      cursor.at += 1;
      const value = readExpression(cursor, 0);
      if (name !== undefined) assignments.push({ column: name, value, span: cursor.span(from) });
    }
    while (!cursor.done && !isMark(cursor.peek(), ",")) cursor.at = cursor.after(cursor.at);
    cursor.takeMark(",");
  }
  return assignments;
}
