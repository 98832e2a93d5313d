import { type Finding, positionAt } from "@queuegen/lint";
import type { ChangedLines } from "./parse-diff.js";
import type { Changes } from "./since.js";

/**
 * True where a change touches the finding: its range, the statement that it judges, or a place that it relates to. `pathOf`:
 * the path from the project's root of a file of a finding.
 */
export function touches(finding: Finding, changes: Changes, pathOf: (file: string) => string): boolean {
  return placesOf(finding).some(({ file, first, last }) => {
    const lines = changes.get(pathOf(file));
    return lines === "all" || (lines?.some((changed) => meets(changed, first, last)) ?? false);
  });
}

interface Lines {
  readonly file: string;
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

function placesOf({ at, end, about, notes = [] }: Finding): readonly Lines[] {
  return [
    { file: at.file, first: at.line, last: end.line },
    ...notes.map((note) => ({ file: note.at.file, first: note.at.line, last: note.at.line })),
    ...(about === undefined
      ? []
      : [
          {
            file: about.source.path,
            first: positionAt(about.source, about.span.start).line,
            last: positionAt(about.source, about.span.end).line,
          },
        ]),
  ];
}

function meets({ start, end, gap }: ChangedLines, first: number, last: number): boolean {
  return gap ? first <= start && start < last : first <= end && start <= last;
}
