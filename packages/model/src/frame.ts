import type { Diagnostic, SourceRange } from "./diagnostic.js";
import { displayWidth, graphemes } from "./display-width.js";

/** How parts of a diagnostic are coloured. The default leaves plain text. */
export interface Paint {
  place(text: string): string;
  gutter(text: string): string;
  caret(text: string): string;
  severity(text: string, severity: Diagnostic["severity"]): string;
  code(text: string): string;
}

const plain: Paint = { place: same, gutter: same, caret: same, severity: same, code: same };

/**
 * One diagnostic as a person reads it: place, the line with the range underlined, what is wrong, what to do next.
 * Lines are separated by LF, none at the end. Control characters of the source never reach the terminal.
 */
export function frame(diagnostic: Diagnostic, paint: Paint = plain): string {
  const { severity, code, message, hint, at, notes = [] } = diagnostic;
  return [
    ...(at ? [paint.place(printPlace(at)), ...codeFrame(at, paint)] : []),
    `${paint.severity(severity, severity)}  ${paint.code(code)}  ${printable(message)}`,
    ...(hint === undefined ? [] : hint.split("\n").map((line) => indent + printable(line))),
    ...notes.flatMap((note) => [
      `${indent}${printable(note.message)} (${paint.place(printPlace(note.at))})`,
      ...codeFrame(note.at, paint),
    ]),
  ].join("\n");
}

/** `file:line:column`, as terminals and editors link it. */
export function printPlace({ file, line, column }: SourceRange): string {
  return `${printable(file)}:${line}:${column}`;
}

const indent = "       ";
const gutterWidth = 5;
/** Columns of source shown; what is longer is cut on both sides of the range. */
const maxWidth = 100;
const tabWidth = 2;

function codeFrame(at: SourceRange, paint: Paint): readonly string[] {
  const line = at.lineText.replace(/[\r\n]+$/, "");
  const start = Math.min(Math.max(at.column - 1, 0), line.length);
  const end = Math.min(start + Math.max(at.length, 0), line.length);
  const { head, marked, tail } = clip(line.slice(0, start), line.slice(start, end), line.slice(end));
  const bar = paint.gutter("|");
  return [
    `${paint.gutter(String(at.line).padStart(gutterWidth))} ${bar} ${head}${marked}${tail}`.trimEnd(),
    `${" ".repeat(gutterWidth)} ${bar} ${" ".repeat(displayWidth(head))}${paint.caret("^".repeat(Math.max(1, displayWidth(marked))))}`,
  ];
}

interface Parts {
  readonly head: string;
  readonly marked: string;
  readonly tail: string;
}

/** Keeps the start of the range in sight, with a third of the room before it. */
function clip(head: string, marked: string, tail: string): Parts {
  const shownHead = fit(cells(head), Math.floor(maxWidth / 3), "end");
  const shownMarked = fit(cells(marked), maxWidth - displayWidth(shownHead), "start");
  const room = maxWidth - displayWidth(shownHead) - displayWidth(shownMarked);
  const whole = displayWidth(head) + displayWidth(marked) + displayWidth(tail) <= maxWidth;
  if (whole) return { head: cells(head).join(""), marked: cells(marked).join(""), tail: cells(tail).join("") };
  return { head: shownHead, marked: shownMarked, tail: room > 1 ? fit(cells(tail), room, "start") : "" };
}

/** The first or last cells that fit, with a mark where something was left out. */
function fit(all: readonly string[], width: number, keep: "start" | "end"): string {
  if (displayWidth(all.join("")) <= width) return all.join("");
  const ordered = keep === "start" ? all : all.toReversed();
  const kept: string[] = [];
  let used = 1;
  for (const cell of ordered) {
    used += displayWidth(cell);
    if (used > width) break;
    kept.push(cell);
  }
  return keep === "start" ? `${kept.join("")}…` : `…${kept.reverse().join("")}`;
}

/** What a person sees as one character each, tabs as blanks. Text far beyond the cut is not worth segmenting. */
function cells(text: string): readonly string[] {
  return graphemes(text).map((cell) => (cell === "\t" ? " ".repeat(tabWidth) : printable(cell)));
}

function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g, "\uFFFD");
}

function same(text: string): string {
  return text;
}
