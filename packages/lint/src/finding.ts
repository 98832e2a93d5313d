import type { Diagnostic, Severity, SourceRange } from "@queuegen/model";
import type { Place } from "./facts/table-schema.js";
import type { Fix } from "./fix/fix.js";
import type { Report, RuleMeta } from "./rule.js";
import { lineText, type Position, positionAt, type Source, type Span } from "./source.js";

/** What the linter tells. `at.length` ends at the line's end; `end` is where the range really ends. */
export interface Finding extends Diagnostic {
  readonly at: SourceRange;
  readonly end: Position;
  /** First line of the statement of the program around it: a suppression above that line counts too. */
  readonly outerLine: number;
  /** The statement that it judges, or the nearest to it. Without one: a problem of a declaration. */
  readonly about?: Place & { readonly table: string | undefined };
  /** Safe to apply unasked. Spans are offsets in the text of `at.file`, without a byte order mark. */
  readonly fix?: Fix;
  /** For a person to choose from. */
  readonly suggestions?: readonly Fix[];
}

/** `judged`: the statement or definition that the rule looked at. */
export function toFinding(meta: Pick<RuleMeta, "name">, severity: Severity, report: Report, judged?: Place): Finding {
  const { source, span } = report.at;
  return {
    code: meta.name,
    severity,
    message: report.message,
    hint: report.help,
    at: toRange(report.at),
    end: positionAt(source, span.end),
    outerLine: positionAt(source, (report.outer ?? span).start).line,
    about: { ...(judged?.source === source ? judged : { source, span: report.outer ?? span }), table: report.table },
    ...(report.related === undefined
      ? {}
      : { notes: report.related.map(({ message, at }) => ({ message, at: toRange(at) })) }),
    ...(report.fix === undefined ? {} : { fix: report.fix }),
    ...(report.suggestions === undefined || report.suggestions.length === 0 ? {} : { suggestions: report.suggestions }),
  };
}

/** A finding about the file rather than about SQL: a suppression, a schema. */
export function findingAt(
  source: Source,
  span: Span,
  parts: Pick<Diagnostic, "code" | "severity" | "message" | "hint">,
): Finding {
  return {
    ...parts,
    at: toRange({ source, span }),
    end: positionAt(source, span.end),
    outerLine: positionAt(source, span.start).line,
    about: { source, span, table: undefined },
  };
}

/** A problem of a declaration as a finding; `undefined` where it has no place. */
export function fromDiagnostic(diagnostic: Diagnostic): Finding | undefined {
  const { at } = diagnostic;
  return at && { ...diagnostic, at, end: { line: at.line, column: at.column + at.length }, outerLine: at.line };
}

export function toRange({ source, span }: Place): SourceRange {
  const start = positionAt(source, span.start);
  const text = lineText(source, start.line);
  const end = positionAt(source, span.end);
  const lastColumn = end.line === start.line ? end.column : text.length + 1;
  return { file: source.path, ...start, length: Math.max(1, lastColumn - start.column), lineText: text };
}

/** By file, line, column and rule. */
export function byPlace(a: Finding, b: Finding): number {
  if (a.at.file !== b.at.file) return a.at.file < b.at.file ? -1 : 1;
  return a.at.line - b.at.line || a.at.column - b.at.column || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
}
