import { EMPTY_CHANGE, type Engine, type TableChange } from "../facts/table-change.js";
import type { Span } from "../source.js";
import { readAlterActions, splitAtCommas, statesAlgorithm } from "./alter.js";
import type { Cursor } from "./cursor.js";
import { readDefinition, readKeyParts } from "./definitions.js";
import { readName } from "./names.js";
import { isMark, isWord } from "./token.js";

/** Reads CREATE/ALTER/DROP/RENAME TABLE and CREATE/DROP INDEX; `undefined` for anything else. */
export function readDdl(cursor: Cursor): readonly TableChange[] | undefined {
  const one = (found: TableChange | undefined) => found && [found];
  if (cursor.takeWord("CREATE")) {
    while (cursor.takeWord("OR", "REPLACE", "TEMPORARY", "ONLINE", "OFFLINE"));
    if (cursor.takeWord("TABLE")) return one(readCreateTable(cursor));
    return isWord(cursor.peek(), "UNIQUE", "INDEX", "FULLTEXT", "SPATIAL") ? one(readCreateIndex(cursor)) : undefined;
  }
  if (cursor.takeWord("ALTER")) {
    while (cursor.takeWord("ONLINE", "OFFLINE", "IGNORE"));
    return cursor.takeWord("TABLE") ? one(readAlterTable(cursor)) : undefined;
  }
  if (cursor.takeWord("DROP")) return readDrop(cursor);
  return cursor.takeWord("RENAME") && cursor.takeWord("TABLE", "TABLES") ? readRename(cursor) : undefined;
}

interface Named {
  readonly table: string;
  readonly span: Span;
}

function change(kind: TableChange["kind"], cursor: Cursor, named: Named, parts: Partial<TableChange>): TableChange {
  return { ...EMPTY_CHANGE, ...parts, kind, form: "sql", whole: cursor.span(0, cursor.end), ...named };
}

function readTableName(cursor: Cursor): Named | undefined {
  while (cursor.takeWord("IF", "NOT", "EXISTS"));
  const from = cursor.at;
  const { name } = readName(cursor);
  return name === undefined ? undefined : { table: name, span: cursor.span(from) };
}

function readCreateTable(cursor: Cursor): TableChange | undefined {
  const named = readTableName(cursor);
  if (named === undefined) return undefined;
  const open = cursor.at;
  const isCopy = isWord(cursor.peek(), "LIKE") || (isMark(cursor.peek(), "(") && isWord(cursor.peek(1), "LIKE"));
  if (isCopy) {
    cursor.at += isMark(cursor.peek(), "(") ? 2 : 1;
    return change("create", cursor, named, { likeTable: readName(cursor).name });
  }
  if (!isMark(cursor.peek(), "(")) return undefined;
  const parts = splitAtCommas(cursor.part(open + 1, cursor.closingOf(open)));
  const ending = parts.at(-1);
  // Of a list without its end, or to which the program adds, nobody knows where it would go on.
  const isWhole =
    isMark(cursor.tokens[cursor.closingOf(open)], ")") &&
    !cursor.tokens.slice(open, cursor.closingOf(open)).some(({ kind }) => kind === "hole");
  const last = isWhole ? ending?.span(ending.at, ending.end) : undefined;
  const entries = parts.map(readDefinition);
  cursor.at = cursor.after(open);
  const [columns, keys] = [entries.flatMap((e) => e.columns), entries.flatMap((e) => e.keys)];
  return change("create", cursor, named, { columns, keys, engine: readEngine(cursor), last });
}

/** `ENGINE = InnoDB` among what stands behind the columns, or in an ALTER TABLE. */
function readEngine(cursor: Cursor): Engine | undefined {
  for (let index = cursor.at; index < cursor.end; index = cursor.after(index)) {
    if (!isWord(cursor.tokens[index], "ENGINE")) continue;
    const isAssigned = cursor.tokens[index + 1]?.text === "=";
    // `ADD COLUMN engine varchar(20)` is a column.
    if (
      !isAssigned &&
      index > cursor.at &&
      !isMark(cursor.tokens[index - 1], ",") &&
      !isMark(cursor.tokens[index - 1], ")")
    )
      continue;
    const at = isAssigned ? index + 2 : index + 1;
    const token = at < cursor.end ? cursor.tokens[at] : undefined;
    if (token?.kind === "word") return { name: token.text, span: cursor.span(at, at + 1) };
  }
  return undefined;
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
  const key = { kind, name, columns, visible: true, span: cursor.span(from) } as const;
  return change("alter", cursor, named, { keys: [key], online: statesAlgorithm(cursor) });
}

function readDrop(cursor: Cursor): readonly TableChange[] | undefined {
  cursor.takeWord("TEMPORARY");
  if (cursor.takeWord("TABLE", "TABLES")) {
    while (cursor.takeWord("IF", "EXISTS"));
    return splitAtCommas(cursor).flatMap((part) => {
      const named = readTableName(part);
      return named === undefined ? [] : [change("drop", cursor, named, {})];
    });
  }
  if (!cursor.takeWord("INDEX")) return undefined;
  while (cursor.takeWord("IF", "EXISTS"));
  const { name } = readName(cursor);
  if (!cursor.takeWord("ON") || name === undefined) return undefined;
  const named = readTableName(cursor);
  return named && [change("alter", cursor, named, { droppedKeys: [name], online: statesAlgorithm(cursor) })];
}

/** `RENAME TABLE a TO b, c TO a` happens from left to right. */
function readRename(cursor: Cursor): readonly TableChange[] {
  return splitAtCommas(cursor).flatMap((part) => {
    const named = readTableName(part);
    const renamedTo = named && part.takeWord("TO") ? readName(part).name : undefined;
    return named === undefined || renamedTo === undefined ? [] : [change("rename", cursor, named, { renamedTo })];
  });
}

function readAlterTable(cursor: Cursor): TableChange | undefined {
  const named = readTableName(cursor);
  if (named === undefined) return undefined;
  const engine = readEngine(cursor);
  const online = statesAlgorithm(cursor);
  return change("alter", cursor, named, { ...readAlterActions(cursor), engine, online });
}
