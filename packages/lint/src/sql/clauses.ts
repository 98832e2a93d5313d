import type { Cursor } from "./cursor.js";
import { isMark, isWord } from "./token.js";

export type ClauseName =
  | "select"
  | "from"
  | "using"
  | "set"
  | "values"
  | "where"
  | "group"
  | "having"
  | "order"
  | "limit"
  | "lock"
  | "duplicate"
  | "union"
  | "other";

/** A clause: its words and what follows, up to the next clause at the same depth of parentheses. */
export interface Clause {
  readonly name: ClauseName;
  /** Index of its first word. */
  readonly head: number;
  /** What follows its words. */
  readonly body: Cursor;
}

type Opening = readonly [name: ClauseName, ...words: string[]];

// Tried in this order; a clause begins only where all its words stand.
const OPENINGS: ReadonlyMap<string, readonly Opening[]> = new Map(
  Object.entries<readonly Opening[]>({
    SELECT: [["select"]],
    FROM: [["from"]],
    USING: [["using"]],
    SET: [["set"]],
    VALUES: [["values"]],
    VALUE: [["values"]],
    WHERE: [["where"]],
    GROUP: [["group", "BY"]],
    HAVING: [["having"]],
    WINDOW: [["other"]],
    ORDER: [["order", "BY"]],
    LIMIT: [["limit"]],
    INTO: [["other"]],
    PROCEDURE: [["other"]],
    RETURNING: [["other"]],
    FOR: [
      ["lock", "UPDATE"],
      ["lock", "SHARE"],
    ],
    LOCK: [["lock", "IN", "SHARE", "MODE"]],
    ON: [["duplicate", "DUPLICATE", "KEY", "UPDATE"]],
    UNION: [["union"]],
    EXCEPT: [["union"]],
    INTERSECT: [["union"]],
  }),
);

/** Cuts a stretch at its clause words. `leading` is what stands before the first one, with the name given. */
export function splitClauses(cursor: Cursor, leading: ClauseName): readonly Clause[] {
  const clauses: Clause[] = [];
  let open = { name: leading, head: cursor.at, body: cursor.at };
  const close = (end: number) => {
    if (end > open.head) clauses.push({ name: open.name, head: open.head, body: cursor.part(open.body, end) });
  };
  for (let index = cursor.at; index < cursor.end; ) {
    const opening = openingAt(cursor, index);
    if (opening === undefined || (opening[0] === "values" && !beginsRows(cursor, index, open, leading))) {
      index = cursor.after(index);
      continue;
    }
    close(index);
    open = { name: opening[0], head: index, body: index + opening.length };
    index = open.body;
  }
  close(cursor.end);
  return clauses;
}

/**
 * VALUES and VALUE stand once, behind the table of an INSERT and its columns. Elsewhere `value` is a column, and `VALUES(a)` a
 * function of ON DUPLICATE KEY UPDATE.
 */
function beginsRows(
  cursor: Cursor,
  index: number,
  open: { readonly name: ClauseName; readonly head: number },
  leading: ClauseName,
): boolean {
  if (open.name !== leading || index === open.head) return false;
  const next = index + 1 < cursor.end ? cursor.tokens[index + 1] : undefined;
  return (
    next === undefined ||
    isMark(next, "(") ||
    next.kind === "placeholder" ||
    next.kind === "hole" ||
    isWord(next, "ROW")
  );
}

function openingAt(cursor: Cursor, index: number): Opening | undefined {
  const token = cursor.tokens[index];
  const openings = token?.kind === "word" ? OPENINGS.get(token.word) : undefined;
  if (openings === undefined) return undefined;
  // `t.limit` and `limit.x` are names.
  if (isMark(cursor.tokens[index - 1], ".") || isMark(cursor.tokens[index + 1], ".")) return undefined;
  // `USE INDEX FOR ORDER BY (idx)` is a hint.
  if (isWord(token, "ORDER", "GROUP") && isWord(cursor.tokens[index - 1], "FOR")) return undefined;
  // `JOIN b USING (id)` belongs to the tables; the other USING is of DELETE.
  if (isWord(token, "USING") && isMark(cursor.tokens[index + 1], "(")) return undefined;
  // `window` is a name like any other but in `WINDOW w AS (...)`.
  if (isWord(token, "WINDOW") && !isWord(cursor.tokens[index + 2], "AS")) return undefined;
  return openings.find(([, ...rest]) =>
    rest.every((w, i) => index + 1 + i < cursor.end && isWord(cursor.tokens[index + 1 + i], w)),
  );
}
