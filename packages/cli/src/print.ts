import type { Diagnostic, SourceRange } from "@queuegen/model";
import pc from "picocolors";
import type { Io } from "./io.js";

type Colors = ReturnType<typeof pc.createColors>;

/** Colours only where a person looks; NO_COLOR turns them off. */
export function colorsOf(io: Io): Colors {
  return pc.createColors(io.interactive && !io.env.NO_COLOR);
}

/** Prints all problems of a run on stderr, sorted by place, each with its line and what to do next. */
export function printDiagnostics(diagnostics: readonly Diagnostic[], io: Io): void {
  const colors = colorsOf(io);
  const sorted = [...diagnostics].sort(byPlace);
  io.err(`${sorted.map((diagnostic) => formatDiagnostic(diagnostic, colors)).join("\n\n")}\n`);
}

export function formatDiagnostic(diagnostic: Diagnostic, colors: Colors): string {
  const { at, severity, code, message, hint, notes = [] } = diagnostic;
  const word = severity === "error" ? colors.red(severity) : colors.yellow(severity);
  const lines = at ? [codeFrame(at, colors)] : [];
  lines.push(`${word}  ${code}  ${message}`);
  if (hint) lines.push(indent(hint, "       "));
  for (const note of notes) lines.push(indent(`${note.message}\n${codeFrame(note.at, colors)}`, "       "));
  return lines.join("\n");
}

/** The place and its line, with the range underlined. */
export function codeFrame(at: SourceRange, colors: Colors): string {
  const number = String(at.line);
  // Tabs stay tabs under the line, so that the marks stand below what they mark.
  const lead = at.lineText.slice(0, at.column - 1).replace(/[^\t]/g, " ");
  const length = Math.max(1, Math.min(at.length, at.lineText.length - at.column + 1));
  return [
    `${colors.cyan(at.file)}:${at.line}:${at.column}`,
    `  ${number.padStart(3)} | ${at.lineText}`,
    `  ${" ".repeat(Math.max(3, number.length))} | ${lead}${colors.red("^".repeat(length))}`,
  ].join("\n");
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  const fileA = a.at?.file ?? "";
  const fileB = b.at?.file ?? "";
  if (fileA !== fileB) return fileA < fileB ? -1 : 1;
  return (a.at?.line ?? 0) - (b.at?.line ?? 0) || (a.at?.column ?? 0) - (b.at?.column ?? 0);
}

function indent(text: string, by: string): string {
  return text
    .split("\n")
    .map((line) => by + line)
    .join("\n");
}
