import type { Statement } from "../facts/statement.js";
import type { Cursor } from "./cursor.js";
import { MAX_DEPTH } from "./expressions.js";
import { readName } from "./names.js";
import { startsQuery } from "./primary.js";
import { readQuery } from "./queries.js";
import { isMark, isWord } from "./token.js";

/** What stands before a statement: `WITH a AS (...), b AS (...)`. */
export interface CommonTables {
  readonly queries: readonly Statement[];
  /** In lower case. */
  readonly names: ReadonlySet<string>;
}

const NONE: CommonTables = { queries: [], names: new Set() };

/** Leaves the cursor at the verb. */
export function readCommonTables(cursor: Cursor, depth: number): CommonTables {
  if (!cursor.takeWord("WITH")) return NONE;
  const isRecursive = cursor.takeWord("RECURSIVE");
  const queries: Statement[] = [];
  const names = new Set<string>();
  let name: string | undefined;
  while (!cursor.done && !isWord(cursor.peek(), "SELECT", "UPDATE", "DELETE")) {
    const open = cursor.at;
    if (name === undefined && cursor.peek()?.kind !== "punctuation") name = readName(cursor).name?.toLowerCase();
    if (cursor.at > open) continue;
    if (isMark(cursor.peek(), ",")) name = undefined;
    const inside = cursor.part(open + 1, cursor.closingOf(open));
    const query =
      isMark(cursor.peek(), "(") && startsQuery(inside) && depth < MAX_DEPTH ? readQuery(inside, depth + 1) : undefined;
    if (query !== undefined) {
      // Without RECURSIVE a name means inside its own query what it means elsewhere.
      if (isRecursive && name !== undefined) names.add(name);
      queries.push(withoutNames(query, names));
      if (name !== undefined) names.add(name);
    }
    cursor.at = cursor.after(open);
  }
  return { queries, names };
}

/** A name that WITH gives is no table of the database. */
export function withoutNames(statement: Statement, names: ReadonlySet<string>): Statement {
  if (names.size === 0) return statement;
  return {
    ...statement,
    tables: statement.tables.map((table) =>
      table.name !== undefined && names.has(table.name.toLowerCase()) ? { ...table, name: undefined } : table,
    ),
    inner: statement.inner.map((one) => withoutNames(one, names)),
  };
}
