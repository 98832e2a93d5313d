import type { ColumnDefinition, KeyDefinition, TableChange } from "../facts/table-change.js";
import type { Span } from "../source.js";
import type { Cursor } from "./cursor.js";
import { readColumnDefinition, readDefinition, readKeyParts } from "./definitions.js";
import { readName } from "./names.js";
import { isMark, isWord } from "./token.js";

/** Reads CREATE/ALTER/DROP/RENAME TABLE and CREATE/DROP INDEX; `undefined` for anything else. */
export function readDdl(cursor: Cursor): TableChange | undefined {
  if (cursor.takeWord("CREATE")) {
    while (cursor.takeWord("OR", "REPLACE", "TEMPORARY", "ONLINE", "OFFLINE"));
    if (cursor.takeWord("TABLE")) return readCreateTable(cursor);
    return isWord(cursor.peek(), "UNIQUE", "INDEX", "FULLTEXT", "SPATIAL") ? readCreateIndex(cursor) : undefined;
  }
  if (cursor.takeWord("ALTER")) {
    while (cursor.takeWord("ONLINE", "OFFLINE", "IGNORE"));
    return cursor.takeWord("TABLE") ? readAlterTable(cursor) : undefined;
  }
  if (cursor.takeWord("DROP")) return readDrop(cursor);
  return cursor.takeWord("RENAME") && cursor.takeWord("TABLE") ? readRename(cursor) : undefined;
}

function change(
  kind: TableChange["kind"],
  named: { table: string; span: Span },
  parts: Partial<TableChange>,
): TableChange {
  return { columns: [], keys: [], droppedColumns: [], droppedKeys: [], renamedTo: undefined, ...parts, kind, ...named };
}

function readTableName(cursor: Cursor): { table: string; span: Span } | undefined {
  while (cursor.takeWord("IF", "NOT", "EXISTS"));
  const from = cursor.at;
  const { name } = readName(cursor);
  return name === undefined ? undefined : { table: name, span: cursor.span(from) };
}

function readCreateTable(cursor: Cursor): TableChange | undefined {
  const named = readTableName(cursor);
  if (named === undefined || !isMark(cursor.peek(), "(")) return undefined;
  const entries = splitAtCommas(cursor.part(cursor.at + 1, cursor.closingOf(cursor.at))).map(readDefinition);
  return change("create", named, { columns: entries.flatMap((e) => e.columns), keys: entries.flatMap((e) => e.keys) });
}

function readCreateIndex(cursor: Cursor): TableChange | undefined {
  const from = cursor.at;
  const kind = cursor.takeWord("UNIQUE") ? "unique" : isWord(cursor.peek(), "INDEX") ? "key" : "other";
  cursor.takeWord("FULLTEXT", "SPATIAL");
  cursor.takeWord("INDEX");
  while (cursor.takeWord("IF", "NOT", "EXISTS"));
  const { name } = readName(cursor);
  while (!cursor.done && !cursor.takeWord("ON")) cursor.at += 1;
  const named = readTableName(cursor);
  while (!cursor.done && !isMark(cursor.peek(), "(")) cursor.at += 1;
  if (named === undefined) return undefined;
  const columns = readKeyParts(cursor);
  return change("alter", named, { keys: [{ kind, name, columns, visible: true, span: cursor.span(from) }] });
}

function readDrop(cursor: Cursor): TableChange | undefined {
  cursor.takeWord("TEMPORARY");
  if (cursor.takeWord("TABLE")) {
    const named = readTableName(cursor);
    return named && change("drop", named, {});
  }
  if (!cursor.takeWord("INDEX")) return undefined;
  while (cursor.takeWord("IF", "EXISTS"));
  const { name } = readName(cursor);
  if (!cursor.takeWord("ON") || name === undefined) return undefined;
  const named = readTableName(cursor);
  return named && change("alter", named, { droppedKeys: [name] });
}

function readRename(cursor: Cursor): TableChange | undefined {
  const named = readTableName(cursor);
  if (named === undefined || !cursor.takeWord("TO")) return undefined;
  return change("rename", named, { renamedTo: readName(cursor).name });
}

function readAlterTable(cursor: Cursor): TableChange | undefined {
  const named = readTableName(cursor);
  if (named === undefined) return undefined;
  const parts = {
    columns: [] as ColumnDefinition[],
    keys: [] as KeyDefinition[],
    droppedColumns: [] as string[],
    droppedKeys: [] as string[],
  };
  let renamedTo: string | undefined;
  for (const action of splitAtCommas(cursor)) renamedTo = readAction(action, parts) ?? renamedTo;
  return change("alter", named, { ...parts, renamedTo });
}

type Parts = { columns: ColumnDefinition[]; keys: KeyDefinition[]; droppedColumns: string[]; droppedKeys: string[] };

/** One action of an ALTER TABLE; returns the table's new name where it renames it. */
function readAction(action: Cursor, parts: Parts): string | undefined {
  if (action.takeWord("ADD")) readAdd(action, parts);
  else if (action.takeWord("DROP")) readDropAction(action, parts);
  else if (action.takeWord("MODIFY", "CHANGE"))
    readChangeAction(action, parts, isWord(action.tokens[action.at - 1], "CHANGE"));
  else if (action.takeWord("RENAME") && !isWord(action.peek(), "COLUMN", "KEY", "INDEX")) {
    action.takeWord("TO", "AS");
    return readName(action).name;
  }
  return undefined;
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

function splitAtCommas(cursor: Cursor): Cursor[] {
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
