import { statSync } from "node:fs";

/** What tells whether a file is still the one that was read; "" where there is none. */
export function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? "" : `${found.mtimeMs} ${found.size} ${found.ino}`;
}

/** Stamps of files (absolute paths), to be compared with later ones. */
export function takeStamps(paths: Iterable<string>): ReadonlyMap<string, string> {
  return new Map([...paths].map((path) => [path, stampOf(path)]));
}

export function areCurrent(stamps: ReadonlyMap<string, string>): boolean {
  for (const [path, stamp] of stamps) if (stampOf(path) !== stamp) return false;
  return true;
}
