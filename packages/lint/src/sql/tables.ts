import type { Expression } from "../facts/expression.js";
import { conjuncts } from "../facts/expression.js";
import type { Statement, TableUse } from "../facts/statement.js";
import type { Cursor } from "./cursor.js";
import { MAX_DEPTH, readExpression } from "./expressions.js";
import { readAlias, readName } from "./names.js";
import { startsQuery } from "./primary.js";
import { readQuery } from "./queries.js";
import { isMark, isWord } from "./token.js";

export interface TableList {
  readonly tables: TableUse[];
  /** Derived tables. */
  readonly inner: Statement[];
  readonly on: Expression[];
}

/** Reads `a, b AS x JOIN c ON ... LEFT JOIN (SELECT ...) d USING (id)` to the end of the stretch. */
export function readTables(cursor: Cursor, depth: number): TableList {
  const list: TableList = { tables: [], inner: [], on: [] };
  let expectsTable = true;
  while (!cursor.done) {
    if (expectsTable) {
      while (cursor.takeWord("LATERAL", "ONLY", "LOW_PRIORITY", "IGNORE", "QUICK"));
      readTable(cursor, depth, list);
      expectsTable = false;
    } else if (cursor.takeWord("ON")) {
      list.on.push(...conjuncts(readExpression(cursor, depth + 1)));
    } else {
      if (isWord(cursor.peek(), "FORCE", "USE") && isWord(cursor.peek(1), "INDEX", "KEY")) markHinted(list);
      expectsTable = isMark(cursor.peek(), ",") || isWord(cursor.peek(), "JOIN", "STRAIGHT_JOIN");
      cursor.at = cursor.after(cursor.at);
    }
  }
  return list;
}

function markHinted({ tables }: TableList): void {
  const last = tables.pop();
  if (last !== undefined) tables.push({ ...last, hinted: true });
}

function readTable(cursor: Cursor, depth: number, list: TableList): void {
  const from = cursor.at;
  if (!isMark(cursor.peek(), "(")) {
    if (isWord(cursor.peek(), "DUAL")) {
      cursor.at += 1;
      return;
    }
    const { name } = readName(cursor);
    const span = cursor.span(from, Math.max(cursor.at, from + 1));
    if (cursor.at > from) list.tables.push({ name, alias: readAlias(cursor), span });
    else cursor.at += 1;
    return;
  }
  const inside = cursor.part(from + 1, cursor.closingOf(from));
  cursor.at = cursor.after(from);
  if (depth >= MAX_DEPTH) return;
  if (!startsQuery(inside) && !isWord(inside.peek(), "VALUES")) {
    const nested = readTables(inside, depth + 1);
    list.tables.push(...nested.tables);
    list.inner.push(...nested.inner);
    list.on.push(...nested.on);
    return;
  }
  const query = startsQuery(inside) ? readQuery(inside, depth + 1) : undefined;
  if (query !== undefined) list.inner.push(query);
  list.tables.push({ name: undefined, alias: readAlias(cursor), span: cursor.span(from) });
}
