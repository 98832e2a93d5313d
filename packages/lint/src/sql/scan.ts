/** Blanks and control characters; also the mark that some editors put at the start of a file. */
export function isSpace(c: string): boolean {
  return c <= " " || c === "\uFEFF";
}

export function isDigit(c: string): boolean {
  return c >= "0" && c <= "9" && c.length === 1;
}

/** MySQL lets an unquoted name hold letters, digits, `_`, `$` and everything beyond ASCII. */
export function isWordChar(c: string): boolean {
  return (
    (c >= "a" && c <= "z") ||
    (c >= "A" && c <= "Z") ||
    isDigit(c) ||
    c === "_" ||
    c === "$" ||
    (c >= "\u0080" && c !== "\uFEFF")
  );
}

export function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

export function endOfBlockComment(text: string, at: number): number {
  const end = text.indexOf("*/", at + 2);
  return end === -1 ? text.length : end + 2;
}

/** `at` is the opening quote. A doubled quote stands for itself; so does an escaped one, where `escapes`. */
export function endOfQuoted(text: string, at: number, escapes: boolean): number {
  const quote = text[at]!;
  for (let i = at + 1; i < text.length; i += 1) {
    const c = text[i];
    if (escapes && c === "\\") i += 1;
    else if (c === quote) {
      if (text[i + 1] !== quote) return i + 1;
      i += 1;
    }
  }
  return text.length;
}

/** End of the digits, hexadecimal, fraction and exponent that start at `at`. */
export function endOfNumber(text: string, at: number): number {
  const prefix = text.slice(at, at + 2);
  if (prefix === "0x" || prefix === "0b") {
    let end = at + 2;
    while (/[0-9a-f]/i.test(text[end] ?? "")) end += 1;
    return end === at + 2 ? at + 1 : end;
  }
  let end = digits(text, at);
  if (text[end] === "." && isDigit(text[end + 1] ?? "")) end = digits(text, end + 1);
  else if (text[end] === "." && !isWordChar(text[end + 1] ?? " ")) end += 1;
  if (/^e[+-]?\d/i.test(text.slice(end, end + 3))) end = digits(text, end + 2);
  return end;
}

function digits(text: string, at: number): number {
  let end = at;
  while (isDigit(text[end] ?? "")) end += 1;
  return end;
}

/** A name ends at `limit` at the latest, and before a delimiter that is made of name characters: `END$$`. */
export function endOfWord(text: string, at: number, limit: number, delimiter: string): number {
  let end = at + 1;
  while (end < limit && isWordChar(text[end]!) && !text.startsWith(delimiter, end)) end += 1;
  return end;
}
