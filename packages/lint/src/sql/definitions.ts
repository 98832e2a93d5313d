import type { ColumnDefinition, KeyDefinition } from "../facts/table-change.js";
import type { Cursor } from "./cursor.js";
import { readName } from "./names.js";
import { HOLE } from "./sql-text.js";
import { isMark, isWord } from "./token.js";

/** Reads one entry of a CREATE TABLE list, or what follows ADD: a column (with the keys in its attributes) or a key. */
export function readDefinition(cursor: Cursor): { columns: ColumnDefinition[]; keys: KeyDefinition[] } {
  const key = readKey(cursor);
  if (key !== undefined) return { columns: [], keys: [key] };
  const column = readColumnDefinition(cursor);
  return column === undefined ? { columns: [], keys: [] } : { columns: [column], keys: keysOfColumn(cursor, column) };
}

const KEY_WORDS = ["PRIMARY", "UNIQUE", "KEY", "INDEX", "FULLTEXT", "SPATIAL", "FOREIGN", "CHECK", "CONSTRAINT"];

/** `[CONSTRAINT x] PRIMARY KEY (a)`, `UNIQUE [KEY] name (a, b)`, `KEY name USING BTREE (a(10) DESC)` */
function readKey(cursor: Cursor): KeyDefinition | undefined {
  const from = cursor.at;
  if (!isWord(cursor.peek(), ...KEY_WORDS) || isColumnCalledKey(cursor)) return undefined;
  const named =
    cursor.takeWord("CONSTRAINT") && !isWord(cursor.peek(), ...KEY_WORDS) ? readName(cursor).name : undefined;
  const kind = keyKind(cursor);
  while (cursor.takeWord("PRIMARY", "UNIQUE", "FULLTEXT", "SPATIAL", "FOREIGN", "CHECK"));
  cursor.takeWord("KEY", "INDEX");
  const own = isMark(cursor.peek(), "(") || isWord(cursor.peek(), "USING") ? undefined : readName(cursor).name;
  while (!cursor.done && !isMark(cursor.peek(), "(")) cursor.at += 1;
  const columns = readKeyParts(cursor);
  const span = cursor.span(from);
  const visible = !hasWord(cursor, "INVISIBLE", "IGNORED");
  return { kind, name: kind === "primary" ? "PRIMARY" : (own ?? named), columns, visible, span };
}

/** `key varchar(255) PRIMARY KEY`, as other databases take it: an index has a list of columns. */
function isColumnCalledKey(cursor: Cursor): boolean {
  if (!isWord(cursor.peek(), "KEY", "INDEX") || isMark(cursor.peek(1), "(") || isWord(cursor.peek(1), "IF", "USING"))
    return false;
  if (isWord(cursor.peek(2), "USING")) return false;
  return !isMark(cursor.peek(2), "(") || cursor.peek(3)?.kind === "number";
}

function keyKind(cursor: Cursor): KeyDefinition["kind"] {
  if (isWord(cursor.peek(), "PRIMARY")) return "primary";
  if (isWord(cursor.peek(), "UNIQUE")) return "unique";
  return isWord(cursor.peek(), "KEY", "INDEX") ? "key" : "other";
}

/** `(a, b(10) DESC, (expression))`, with `""` for an expression and a hole for a name that is put in; leaves the cursor after it. */
export function readKeyParts(cursor: Cursor): string[] {
  const open = cursor.at;
  const inside = cursor.part(open + 1, cursor.closingOf(open));
  const columns: string[] = [];
  while (!inside.done) {
    columns.push(isMark(inside.peek(), "(") ? "" : (readName(inside).name ?? HOLE));
    while (!inside.done && !isMark(inside.peek(), ",")) inside.at = inside.after(inside.at);
    inside.takeMark(",");
  }
  cursor.at = cursor.after(open);
  return columns;
}

/** Leaves the cursor after the type, so that the attributes can be looked through. */
export function readColumnDefinition(cursor: Cursor, formerly?: string): ColumnDefinition | undefined {
  const from = cursor.at;
  const { name } = readName(cursor);
  const type = cursor.peek();
  if (name === undefined || type?.kind !== "word") return undefined;
  cursor.at += 1;
  const args: string[] = [];
  if (isMark(cursor.peek(), "(")) {
    const inside = cursor.part(cursor.at + 1, cursor.closingOf(cursor.at));
    for (let token = inside.next(); token !== undefined; token = inside.next())
      if (!isMark(token, ",")) args.push(token.text);
    cursor.at = cursor.after(cursor.at);
  }
  const span = cursor.span(from);
  return {
    name,
    formerly,
    type: type.text.toLowerCase(),
    args,
    unsigned: hasWord(cursor, "UNSIGNED"),
    nullable: !hasPair(cursor, "NOT", "NULL") && !hasPair(cursor, "PRIMARY", "KEY"),
    span,
  };
}

/** `id int PRIMARY KEY`, `email varchar(100) UNIQUE` */
function keysOfColumn(cursor: Cursor, column: ColumnDefinition): KeyDefinition[] {
  const key = { columns: [column.name], visible: true, span: column.span };
  if (hasPair(cursor, "PRIMARY", "KEY")) return [{ ...key, kind: "primary", name: "PRIMARY" }];
  return hasWord(cursor, "UNIQUE") ? [{ ...key, kind: "unique", name: column.name }] : [];
}

function hasWord(cursor: Cursor, ...words: readonly string[]): boolean {
  for (let i = cursor.at; i < cursor.end; i = cursor.after(i)) if (isWord(cursor.tokens[i], ...words)) return true;
  return false;
}

function hasPair(cursor: Cursor, first: string, second: string): boolean {
  for (let i = cursor.at; i + 1 < cursor.end; i = cursor.after(i)) {
    if (isWord(cursor.tokens[i], first) && isWord(cursor.tokens[i + 1], second)) return true;
  }
  return false;
}
