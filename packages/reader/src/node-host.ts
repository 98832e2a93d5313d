import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { ReaderHost } from "./host.js";

/** The files on disk, below and around `root` (absolute). */
export function nodeHost(root: string): ReaderHost {
  return {
    readFile(path) {
      return orUndefined(() => readFileSync(resolve(root, path), "utf8"));
    },
    fileExists(path) {
      return orUndefined(() => statSync(resolve(root, path)).isFile()) ?? false;
    },
  };
}

function orUndefined<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR" || code === "ENAMETOOLONG";
}
