import type { Finding } from "../finding.js";
import { findingAt } from "../finding.js";
import { type Source, toSource } from "../source.js";
import type { PlacedEntry } from "./file.js";

/** Says of each stale entry that it can go; `path` and `text` are of the baseline file. */
export function staleFindings(path: string, text: string, entries: readonly PlacedEntry[]): readonly Finding[] {
  if (entries.length === 0) return [];
  const source: Source = toSource(path, text);
  return entries.map((entry) => {
    const start = source.lineStarts[entry.line - 1]!;
    return findingAt(
      source,
      { start, end: start + entry.text.length },
      {
        code: "stale-baseline-entry",
        severity: "info",
        message: `\`${entry.rule}\` does not find this in ${entry.file} any more.`,
        hint: "`queuegen lint --prune-baseline` takes the entry out.",
      },
    );
  });
}
