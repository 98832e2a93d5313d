import type { SourceRange } from "@queuegen/model";
import type { Finding } from "../finding.js";
import type { Fix } from "../fix/fix.js";
import type { LintRun } from "../lint-files.js";

/** Stable since version 1: lines and columns from 1, ends exclusive, paths relative to the working folder. Ends with LF. */
export function json(run: LintRun): string {
  const count = (severity: Finding["severity"]) =>
    run.findings.filter((finding) => finding.severity === severity).length;
  const report = {
    version: 1,
    findings: run.findings.map(toJson),
    skipped: run.skipped,
    summary: {
      files: run.files,
      errors: count("error"),
      warnings: count("warning"),
      infos: count("info"),
      silenced: run.silenced.length,
      baseline: run.known ?? 0,
      skipped: run.skipped.length,
    },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function toJson({ code, severity, message, hint, at, end, notes = [], fix, suggestions = [] }: Finding): object {
  return {
    rule: code,
    severity,
    message,
    help: hint ?? null,
    ...place(at),
    endLine: end.line,
    endColumn: end.column,
    related: notes.map((note) => ({ message: note.message, ...place(note.at) })),
    fix: fix === undefined ? null : toJsonFix(fix),
    suggestions: suggestions.map(toJsonFix),
  };
}

function place({ file, line, column }: SourceRange): object {
  return { file, line, column };
}

/** Offsets in UTF-16 units from the start of the file, a byte order mark not counted. */
function toJsonFix({ title, edits }: Fix): object {
  return { title, edits: edits.map(({ span, text }) => ({ start: span.start, end: span.end, text })) };
}
