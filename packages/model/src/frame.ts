import { clipLine, printable } from "./clip-line.js";
import type { Diagnostic, SourceRange } from "./diagnostic.js";
import { displayWidth } from "./display-width.js";

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
function codeFrame(at: SourceRange, paint: Paint): readonly string[] {
  const line = at.lineText.replace(/[\r\n]+$/, "");
  const start = Math.min(Math.max(at.column - 1, 0), line.length);
  const end = Math.min(start + Math.max(at.length, 0), line.length);
  const { head, marked, tail } = clipLine(line, start, end);
  const bar = paint.gutter("|");
  return [
    `${paint.gutter(String(at.line).padStart(gutterWidth))} ${bar} ${head}${marked}${tail}`.trimEnd(),
    `${" ".repeat(gutterWidth)} ${bar} ${" ".repeat(displayWidth(head))}${paint.caret("^".repeat(Math.max(1, displayWidth(marked))))}`,
  ];
}

function same(text: string): string {
  return text;
}
