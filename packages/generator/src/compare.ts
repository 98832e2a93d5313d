import type { FileSet } from "./file-set.js";
import { isMerged, normalizeText, readHeader } from "./header.js";

/**
 * What stands between a file and what should be there. `missing`: not there. `changed`: ours, from an earlier schema or
 * generator. `edited`: its body is not what its header says, or it has no header of ours. `orphan`: ours, for a queue
 * that is gone; an orphan that was edited is `edited`.
 */
export type Difference =
  | { readonly kind: "missing"; readonly path: string; readonly expected: string }
  | {
      readonly kind: "changed" | "edited";
      readonly path: string;
      readonly expected: string | undefined;
      readonly actual: string;
    }
  | { readonly kind: "orphan"; readonly path: string; readonly actual: string };

/** Compares what should be there with what is: pure. `disk`: every file below the folder of generated files that is ours or is expected. */
export function compare(expected: FileSet, disk: FileSet): readonly Difference[] {
  const differences: Difference[] = [];
  for (const [path, text] of expected) {
    const actual = disk.get(path);
    if (actual === undefined) differences.push({ kind: "missing", path, expected: text });
    else if (normalizeText(actual) !== text) {
      differences.push({ kind: wasEdited(actual) ? "edited" : "changed", path, expected: text, actual });
    }
  }
  for (const [path, actual] of disk) {
    if (expected.has(path) || readHeader(actual) === undefined) continue;
    if (wasEdited(actual)) differences.push({ kind: "edited", path, expected: undefined, actual });
    else differences.push({ kind: "orphan", path, actual });
  }
  return differences.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function wasEdited(text: string): boolean {
  if (isMerged(text)) return false;
  const owned = readHeader(text);
  return owned === undefined || owned.claimed !== owned.actual;
}
