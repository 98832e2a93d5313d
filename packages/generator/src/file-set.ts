/** Text of every file by its path: relative to the project root, forward slashes, sorted by code unit. */
export type FileSet = ReadonlyMap<string, string>;

/** Sorts by path. Two files of one path are a fault of the caller. */
export function fileSet(files: Iterable<readonly [path: string, text: string]>): FileSet {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const set = new Map(sorted);
  if (set.size !== sorted.length) throw new Error("two generated files have one path");
  return set;
}
