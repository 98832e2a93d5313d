/** Where the reader of a file is. */
interface Reader {
  readonly text: string;
  at: number;
  /** Start of the statement that is being read. */
  start: number | undefined;
  /** What ends a statement: `;` until a line DELIMITER says otherwise, as for the command-line clients. */
  delimiter: string;
}

/**
 * The statements of a migration file, each without its end and the comments before it. A statement ends at a `;` that
 * stands last on its line, or at the word of a DELIMITER line, outside strings, quoted names and comments.
 */
export function splitSql(text: string): readonly string[] {
  const reader: Reader = { text, at: 0, start: undefined, delimiter: ";" };
  const statements: string[] = [];
  while (reader.at < text.length) {
    const statement = step(reader);
    if (statement !== undefined) statements.push(statement);
  }
  const rest = reader.start === undefined ? "" : text.slice(reader.start).trim();
  return rest === "" ? statements : [...statements, rest];
}

/** Reads on by a comment, a quoted piece, an end or a character; the statement, where one ended. */
function step(reader: Reader): string | undefined {
  const { text, at, start, delimiter } = reader;
  const skipped = skipComment(text, at);
  if (skipped > at) {
    reader.at = skipped;
    return undefined;
  }
  if (start === undefined && readDelimiter(reader)) return undefined;
  if (text.startsWith(delimiter, at) && (delimiter !== ";" || endsLine(text, at))) {
    reader.at = at + delimiter.length;
    reader.start = undefined;
    return start === undefined ? undefined : text.slice(start, at).trim();
  }
  if (/\S/.test(text[at] ?? "")) reader.start ??= at;
  reader.at = skipQuoted(text, at);
  return undefined;
}

const DELIMITER_LINE = /DELIMITER[ \t]+(\S+)[^\n]*/iy;

/** A line of the command-line clients, which no server knows. */
function readDelimiter(reader: Reader): boolean {
  DELIMITER_LINE.lastIndex = reader.at;
  const match = DELIMITER_LINE.exec(reader.text);
  if (match === null) return false;
  reader.delimiter = match[1] ?? ";";
  reader.at += match[0].length;
  return true;
}

/** Where the comment that starts at `at` ends; `at` itself where none starts. `/*!` and `/*+` are code, not comments. */
function skipComment(text: string, at: number): number {
  const dashes = text.startsWith("--", at) && /\s|^$/.test(text.charAt(at + 2));
  if (dashes || text[at] === "#") return endOr(text, text.indexOf("\n", at), 0);
  const block = text.startsWith("/*", at) && !/[!+M]/.test(text.charAt(at + 2));
  return block ? endOr(text, text.indexOf("*/", at + 2), 2) : at;
}

/** The place after the string or quoted name that starts at `at`, or after one plain character. */
function skipQuoted(text: string, at: number): number {
  const quote = text.charAt(at);
  if (quote !== "'" && quote !== '"' && quote !== "`") return at + 1;
  for (let next = at + 1; next < text.length; next++) {
    if (text[next] === "\\" && quote !== "`") next += 1;
    // A doubled quote closes the string and opens it again at once, which comes to the same.
    else if (text[next] === quote) return next + 1;
  }
  return text.length;
}

function endsLine(text: string, at: number): boolean {
  return /^(?:[ \t]|\/\*(?![!+M])[^\n]*?\*\/)*(\n|$|--\s|#)/.test(text.slice(at + 1, at + 1 + lineRest(text, at)));
}

function lineRest(text: string, at: number): number {
  return endOr(text, text.indexOf("\n", at), 1) - at;
}

function endOr(text: string, found: number, plus: number): number {
  return found < 0 ? text.length : found + plus;
}
