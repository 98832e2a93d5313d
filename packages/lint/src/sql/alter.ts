import type { ColumnDefinition, KeyDefinition, Renaming, TableChange } from "../facts/table-change.js";
import type { Cursor } from "./cursor.js";
import { readColumnDefinition, readDefinition } from "./definitions.js";
import { readName } from "./names.js";
import { isMark, isWord } from "./token.js";

interface Parts {
  readonly columns: ColumnDefinition[];
  readonly keys: KeyDefinition[];
  readonly droppedColumns: string[];
  readonly droppedKeys: string[];
  readonly renamedColumns: Renaming[];
  readonly renamedKeys: Renaming[];
  readonly shownKeys: { name: string; visible: boolean }[];
  renamedTo: string | undefined;
  mayCopy: boolean;
}

/** Reads the actions of an ALTER TABLE, from behind the table's name to the end. */
export function readAlterActions(cursor: Cursor): Partial<TableChange> {
  const parts: Parts = {
    columns: [],
    keys: [],
    droppedColumns: [],
    droppedKeys: [],
    renamedColumns: [],
    renamedKeys: [],
    shownKeys: [],
    renamedTo: undefined,
    mayCopy: false,
  };
  for (const action of splitAtCommas(cursor)) {
    if (copies(action)) parts.mayCopy = true;
    readAction(action, parts);
  }
  return parts;
}

/** New types, character sets, engines, primary keys: what servers do not always do in place. Columns and keys they do. */
function copies(action: Cursor): boolean {
  const [first, second] = [action.peek(), action.peek(1)];
  if (isWord(first, "MODIFY", "CHANGE", "CONVERT", "ENGINE", "FORCE", "PARTITION", "CHARACTER", "CHARSET")) return true;
  return isWord(first, "ADD", "DROP") && isWord(second, "PRIMARY", "FULLTEXT", "SPATIAL", "PARTITION");
}

/** True where what is left states ALGORITHM or LOCK. */
export function statesAlgorithm(cursor: Cursor): boolean {
  for (let index = cursor.at; index < cursor.end; index = cursor.after(index)) {
    const isStated = isWord(cursor.tokens[index], "ALGORITHM", "LOCK");
    const next = cursor.tokens[index + 1];
    if (isStated && index + 1 < cursor.end && (next?.text === "=" || next?.kind === "word")) return true;
  }
  return false;
}

export function splitAtCommas(cursor: Cursor): Cursor[] {
  const parts: Cursor[] = [];
  let from = cursor.at;
  for (let index = cursor.at; index < cursor.end; index = cursor.after(index)) {
    if (!isMark(cursor.tokens[index], ",")) continue;
    parts.push(cursor.part(from, index));
    from = index + 1;
  }
  if (from < cursor.end) parts.push(cursor.part(from, cursor.end));
  return parts;
}

function readAction(action: Cursor, parts: Parts): void {
  if (action.takeWord("ADD")) readAdd(action, parts);
  else if (action.takeWord("DROP")) readDropAction(action, parts);
  else if (action.takeWord("MODIFY")) readChangeAction(action, parts, false);
  else if (action.takeWord("CHANGE")) readChangeAction(action, parts, true);
  else if (action.takeWord("RENAME")) readRenameAction(action, parts);
  else if (action.takeWord("ALTER") && action.takeWord("INDEX", "KEY")) {
    const { name } = readName(action);
    const visible = isWord(action.peek(), "VISIBLE") || isWord(action.peek(), "NOT");
    if (name !== undefined) parts.shownKeys.push({ name, visible });
  }
}

function readAdd(action: Cursor, parts: Parts): void {
  action.takeWord("COLUMN");
  while (action.takeWord("IF", "NOT", "EXISTS"));
  const list = isMark(action.peek(), "(")
    ? splitAtCommas(action.part(action.at + 1, action.closingOf(action.at)))
    : [action];
  for (const entry of list.map(readDefinition)) {
    parts.columns.push(...entry.columns);
    parts.keys.push(...entry.keys);
  }
}

function readDropAction(action: Cursor, parts: Parts): void {
  if (action.takeWord("PRIMARY")) {
    parts.droppedKeys.push("PRIMARY");
    return;
  }
  const isKey = action.takeWord("KEY", "INDEX", "CONSTRAINT", "FOREIGN", "CHECK");
  action.takeWord("COLUMN", "KEY");
  while (action.takeWord("IF", "EXISTS"));
  const { name } = readName(action);
  if (name !== undefined) (isKey ? parts.droppedKeys : parts.droppedColumns).push(name);
}

function readChangeAction(action: Cursor, parts: Parts, renames: boolean): void {
  action.takeWord("COLUMN");
  while (action.takeWord("IF", "EXISTS"));
  const formerly = renames ? readName(action).name : undefined;
  const column = readColumnDefinition(action, formerly);
  if (column !== undefined) parts.columns.push(column);
}

/** `RENAME [TO] t`, `RENAME COLUMN a TO b`, `RENAME INDEX a TO b` */
function readRenameAction(action: Cursor, parts: Parts): void {
  const isColumn = action.takeWord("COLUMN");
  const isKey = !isColumn && action.takeWord("KEY", "INDEX");
  if (!isColumn && !isKey) {
    action.takeWord("TO", "AS");
    parts.renamedTo = readName(action).name;
    return;
  }
  const from = readName(action).name;
  const to = action.takeWord("TO") ? readName(action).name : undefined;
  if (from === undefined || to === undefined) return;
  (isColumn ? parts.renamedColumns : parts.renamedKeys).push({ from, to });
}
