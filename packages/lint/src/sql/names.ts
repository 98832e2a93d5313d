import type { Cursor } from "./cursor.js";
import { isMark, isWord, type Token } from "./token.js";

export interface Name {
  /** What stands before the last dot, its last part. */
  readonly qualifier: string | undefined;
  /** `undefined` where the program puts it in, or part of it. */
  readonly name: string | undefined;
}

/** Reads `a`, `a.b`, `a.b.c` (the last two parts count), with parts in backticks or put in by the program. */
export function readName(cursor: Cursor): Name {
  let qualifier: string | undefined;
  let name = readPart(cursor);
  while (isMark(cursor.peek(), ".")) {
    cursor.at += 1;
    qualifier = name;
    name = isStar(cursor.peek()) ? cursor.next()!.text : readPart(cursor);
  }
  return { qualifier, name };
}

/** One part; glued to a hole (`task_${shard}`) it is not known. */
function readPart(cursor: Cursor): string | undefined {
  let known: string | undefined;
  let parts = 0;
  for (let token = cursor.peek(); isNamePart(token); token = cursor.peek()) {
    known = token.kind === "hole" || token.kind === "placeholder" ? filledName(cursor, token) : nameOf(token);
    parts += 1;
    cursor.at += 1;
    if (cursor.peek()?.start !== token.end) break;
  }
  return parts === 1 ? known : undefined;
}

function isNamePart(token: Token | undefined): token is Token {
  return (
    token?.kind === "word" ||
    token?.kind === "quoted" ||
    token?.kind === "hole" ||
    (token?.kind === "placeholder" && token.text === "??")
  );
}

function isStar(token: Token | undefined): boolean {
  return token?.kind === "operator" && token.text === "*";
}

function filledName(cursor: Cursor, token: Token): string | undefined {
  const value = cursor.fillings.get(token.start)?.value;
  return typeof value === "string" ? value : undefined;
}

function nameOf(token: Token): string | undefined {
  if (token.kind === "word") return token.text;
  if (token.kind !== "quoted") return undefined;
  const body = token.text.slice(1, token.text.endsWith("`") && token.text.length > 1 ? -1 : undefined);
  return body.includes("\uFFFC") ? undefined : body.replaceAll("``", "`");
}

// What may follow a table without being its alias.
const NOT_AN_ALIAS = [
  "ON",
  "USING",
  "SET",
  "WHERE",
  "JOIN",
  "INNER",
  "LEFT",
  "RIGHT",
  "CROSS",
  "STRAIGHT_JOIN",
  "NATURAL",
  "FORCE",
  "USE",
  "IGNORE",
  "PARTITION",
  "GROUP",
  "HAVING",
  "ORDER",
  "LIMIT",
  "FOR",
  "LOCK",
  "UNION",
  "EXCEPT",
  "INTERSECT",
  "WINDOW",
  "VALUES",
  "VALUE",
  "SELECT",
  "FROM",
  "PROCEDURE",
  "INTO",
  "TABLESAMPLE",
  "OUTER",
];

/** `AS x`, `x` or nothing. */
export function readAlias(cursor: Cursor): string | undefined {
  const explicit = cursor.takeWord("AS");
  const token = cursor.peek();
  if (
    token === undefined ||
    (token.kind !== "word" && token.kind !== "quoted" && !(explicit && token.kind === "string"))
  )
    return undefined;
  if (!explicit && isWord(token, ...NOT_AN_ALIAS)) return undefined;
  cursor.at += 1;
  return token.kind === "string" ? token.text.slice(1, -1) : nameOf(token);
}
