import type { Finding } from "../finding.js";
import { type BaselineEntry, entryOf } from "./entry.js";

export interface Matched<Entry extends BaselineEntry> {
  /** Findings that are new. */
  readonly left: readonly Finding[];
  /** Number of findings that the baseline knows. */
  readonly known: number;
  /** Entries that no finding answers to any more. */
  readonly stale: readonly Entry[];
}

/**
 * Takes out the findings that entries know. One entry stands for one finding, so that two alike need two entries, and a
 * finding that comes for one that goes is told. `pathOf`: the path of a finding's file as entries have it. `isLookedAt`: an
 * entry of a file that this run has not looked at is not stale.
 */
export function matchBaseline<Entry extends BaselineEntry>(
  findings: readonly Finding[],
  entries: readonly Entry[],
  pathOf: (file: string) => string,
  isLookedAt: (file: string) => boolean,
): Matched<Entry> {
  const open = new Map<string, Entry[]>();
  for (const entry of entries) {
    const same = open.get(entry.id);
    if (same === undefined) open.set(entry.id, [entry]);
    else same.push(entry);
  }
  const take = (finding: Finding, isRight: (entry: Entry, file: string) => boolean): boolean => {
    const file = pathOf(finding.at.file);
    const same = open.get(entryOf(finding, file).id) ?? [];
    const index = same.findIndex((entry) => isRight(entry, file));
    if (index !== -1) same.splice(index, 1);
    return index !== -1;
  };
  // What is where it was comes first: an entry of this file is not used up by a finding of another one.
  const moved = findings.filter((finding) => !take(finding, (entry, file) => entry.file === file));
  const left = moved.filter((finding) => !take(finding, () => true));
  const unused = new Set([...open.values()].flat());
  return {
    left,
    known: findings.length - left.length,
    stale: entries.filter((entry) => unused.has(entry) && isLookedAt(entry.file)),
  };
}
