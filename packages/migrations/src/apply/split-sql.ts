/**
 * The statements of a migration file, each without its `;` and the comments before it. A statement ends at a `;` that
 * stands last on its line, outside strings, quoted names and comments.
 */
export function splitSql(text: string): readonly string[] {
  const statements: string[] = [];
  let start: number | undefined;
  for (let at = 0; at < text.length; ) {
    const skipped = skipComment(text, at);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    if (text[at] === ";" && endsLine(text, at)) {
      if (start !== undefined) statements.push(text.slice(start, at).trim());
      start = undefined;
      at += 1;
      continue;
    }
    if (/\S/.test(text[at] ?? "")) start ??= at;
    at = skipQuoted(text, at);
  }
  if (start !== undefined) statements.push(text.slice(start).trim());
  return statements;
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
  return /^[ \t]*(\n|$|--\s|#)/.test(text.slice(at + 1, at + 1 + lineRest(text, at)));
}

function lineRest(text: string, at: number): number {
  return endOr(text, text.indexOf("\n", at), 1) - at;
}

function endOr(text: string, found: number, plus: number): number {
  return found < 0 ? text.length : found + plus;
}
