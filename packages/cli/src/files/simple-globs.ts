import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";

/** `queues/schemas/**` + `/*.queue.ts`, as `init` writes it. */
const SIMPLE = /^((?:[\w-]+\/)*)\*\*\/\*([\w.-]+)$/;

/**
 * The files of globs that are a folder and an ending, relative to `root`, sorted; `undefined` for all other globs, and
 * where links are in the way. A library that knows every glob takes longer to load than all the rest of a short command.
 */
export function simpleGlobs(root: string, globs: readonly string[]): readonly string[] | undefined {
  const found = new Set<string>();
  for (const glob of globs) {
    const [, folder, ending] = SIMPLE.exec(glob) ?? [];
    if (folder === undefined || ending === undefined) return undefined;
    const files = filesBelow(root, folder);
    if (files === undefined) return undefined;
    for (const file of files) if (file.endsWith(ending)) found.add(file);
  }
  return [...found].sort();
}

function filesBelow(root: string, folder: string): readonly string[] | undefined {
  const files: string[] = [];
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of entriesOf(join(root, next))) {
      if (entry.isSymbolicLink()) return undefined;
      // As globs have it: what is hidden is asked for by name only.
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      if (entry.isDirectory()) open.push(`${next}${entry.name}/`);
      else if (entry.isFile()) files.push(`${next}${entry.name}`);
    }
  }
  return files;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
