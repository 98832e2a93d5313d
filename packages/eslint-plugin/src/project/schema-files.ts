import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { relativePath } from "../file/relative-path.js";
import { loadCompiler } from "../load-compiler.js";

/** Files that declare queues, relative to `root`, sorted. A project without a folder of schemas costs a look for it. */
export function schemaFiles(root: string, patterns: readonly string[]): readonly string[] {
  const wanted = patterns.filter((pattern) => !pattern.startsWith("!"));
  if (!wanted.some((pattern) => existsSync(resolve(root, fixedPart(pattern))))) return [];
  return loadCompiler()
    .findFilesByGlob(root.replaceAll("\\", "/"), patterns)
    .map((path) => relativePath(root, path));
}

/** The folders of a pattern before the first one with a wild card: `src/queues` of `src/queues/*.queue.ts`. */
function fixedPart(pattern: string): string {
  const parts = pattern.split("/");
  const wild = parts.findIndex((part) => /[*?{}[\]()!+@]/.test(part));
  return parts.slice(0, wild === -1 ? parts.length : wild).join("/") || ".";
}
