import {
  endOfBlockComment,
  endOfLine,
  endOfNumber,
  endOfQuoted,
  endOfWord,
  isDigit,
  isSpace,
  isWordChar,
} from "./scan.js";
import type { Token, TokenKind } from "./token.js";

// Longest first.
const OPERATORS = ["<=>", "->>", "<=", ">=", "<>", "!=", ":=", "||", "&&", "<<", ">>", "->"];

interface State {
  readonly text: string;
  /** Offsets of holes, ascending; `nextHole` indexes the first one not yet passed. */
  readonly holes: readonly number[];
  nextHole: number;
  delimiter: string;
  /** Inside a live comment: its end is a comment token, not two operators. */
  live: boolean;
  /** No code since the last delimiter: only here is DELIMITER a command. */
  fresh: boolean;
}

/**
 * Cuts MySQL text into tokens. Never fails: what is unfinished runs to the end, what is unknown is an operator of one
 * character. One pass, every character looked at a bounded number of times. `holes` are the offsets of what the program
 * puts in, ascending.
 */
export function lex(text: string, holes: readonly number[] = []): Token[] {
  const state: State = { text, holes, nextHole: 0, delimiter: ";", live: false, fresh: true };
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const [kind, end] = next(state, at);
    const piece = text.slice(at, end);
    tokens.push({ kind, start: at, end, text: piece, word: kind === "word" ? piece.toUpperCase() : "" });
    while (state.nextHole < state.holes.length && state.holes[state.nextHole]! < end) state.nextHole += 1;
    if (kind === "delimiter" || kind === "command") state.fresh = true;
    else if (kind !== "space" && kind !== "comment") state.fresh = false;
    at = end;
  }
  return tokens;
}

function next(state: State, at: number): [TokenKind, number] {
  const { text } = state;
  if (state.holes[state.nextHole] === at) return ["hole", at + 1];
  if (text.startsWith(state.delimiter, at)) return ["delimiter", at + state.delimiter.length];
  const c = text[at]!;
  if (isSpace(c)) return ["space", endOfSpace(state, at)];
  return comment(state, at, c) ?? literal(state, at, c) ?? word(state, at, c) ?? mark(text, at, c);
}

function comment(state: State, at: number, c: string): [TokenKind, number] | undefined {
  const { text } = state;
  if (c === "#") return ["comment", endOfLine(text, at)];
  // Without a blank after it `--` is arithmetic: `5--1`.
  if (c === "-" && text[at + 1] === "-" && (at + 2 >= text.length || isSpace(text[at + 2]!)))
    return ["comment", endOfLine(text, at)];
  if (c === "*" && state.live && text[at + 1] === "/") {
    state.live = false;
    return ["comment", at + 2];
  }
  if (c !== "/" || text[at + 1] !== "*") return undefined;
  const opening = state.live ? null : /^\/\*M?!\d*/.exec(text.slice(at, at + 12));
  if (opening !== null) {
    state.live = true;
    return ["comment", at + opening[0].length];
  }
  return [text[at + 2] === "+" ? "hint" : "comment", endOfBlockComment(text, at)];
}

function literal(state: State, at: number, c: string): [TokenKind, number] | undefined {
  const { text } = state;
  if (c === "'" || c === '"') return ["string", endOfQuoted(text, at, true)];
  if (c === "`") return ["quoted", endOfQuoted(text, at, false)];
  const afterName = at > 0 && isWordChar(text[at - 1]!);
  if (isDigit(c) || (c === "." && !afterName && isDigit(text[at + 1] ?? ""))) {
    const end = endOfNumber(text, at);
    // `2b` is a name, `1e5` and `0x1F` are numbers.
    if (end < stop(state, at) && isWordChar(text[end] ?? " ") && c !== ".") return ["word", wordEnd(state, at)];
    return ["number", Math.min(end, stop(state, at))];
  }
  return undefined;
}

function word(state: State, at: number, c: string): [TokenKind, number] | undefined {
  const { text } = state;
  if (isWordChar(c)) {
    const end = wordEnd(state, at);
    if (state.fresh && text.slice(at, end).toUpperCase() === "DELIMITER")
      return ["command", delimiterCommand(state, end)];
    return ["word", end];
  }
  if (c === "@") return ["variable", endOfVariable(state, at)];
  if (c === "?") return ["placeholder", text[at + 1] === "?" ? at + 2 : at + 1];
  if (c === ":" && /[a-z_]/i.test(text[at + 1] ?? "")) return ["placeholder", wordEnd(state, at + 1)];
  return undefined;
}

function mark(text: string, at: number, c: string): [TokenKind, number] {
  if (c === "(" || c === ")" || c === "," || c === ".") return ["punctuation", at + 1];
  const operator = OPERATORS.find((o) => text.startsWith(o, at));
  return ["operator", at + (operator?.length ?? 1)];
}

/** Where a run of plain characters must end at the latest: the next hole. */
function stop(state: State, at: number): number {
  const hole = state.holes[state.nextHole];
  return hole !== undefined && hole > at ? hole : state.text.length;
}

function wordEnd(state: State, at: number): number {
  return endOfWord(state.text, at, stop(state, at), state.delimiter);
}

function endOfSpace(state: State, at: number): number {
  const limit = stop(state, at);
  let end = at + 1;
  while (end < limit && isSpace(state.text[end]!) && !state.text.startsWith(state.delimiter, end)) end += 1;
  return end;
}

function endOfVariable(state: State, at: number): number {
  let end = state.text[at + 1] === "@" ? at + 2 : at + 1;
  const c = state.text[end] ?? "";
  if (c === "'" || c === '"' || c === "`") return endOfQuoted(state.text, end, c !== "`");
  if (isWordChar(c) && end < stop(state, at)) end = wordEnd(state, end);
  return end;
}

function delimiterCommand(state: State, at: number): number {
  const end = endOfLine(state.text, at);
  const chosen = state.text.slice(at, end).trim();
  if (chosen !== "") state.delimiter = chosen;
  return end;
}
