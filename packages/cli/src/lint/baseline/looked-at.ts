import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isLeftOut } from "@queuegen/lint";
import type { Config } from "../../config.js";

/**
 * Whether a run looks at a file, or would if it were still there. `files` are those it has read, `paths` those it was given;
 * all relative to the project's root.
 */
export function lookedAt(
  { root, lint }: Config,
  files: readonly string[],
  paths: readonly string[],
): (file: string) => boolean {
  const read = new Set(files);
  return (file) => {
    if (read.has(file)) return true;
    const isMeant = paths.some((path) => path === "." || path === file || file.startsWith(`${path}/`));
    return isMeant && !existsSync(resolve(root, file)) && !isLeftOut(file, lint);
  };
}
