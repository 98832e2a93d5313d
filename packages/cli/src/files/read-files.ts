import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileError } from "./file-error.js";

/** Texts of those of the given files that are there, by path. */
export function readTexts(root: string, paths: Iterable<string>): Map<string, string> {
  const texts = new Map<string, string>();
  for (const path of paths) {
    const text = readText(root, path);
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

/** The text of a file, `undefined` where there is none. */
export function readText(root: string, path: string): string | undefined {
  try {
    return readFileSync(resolve(root, path), "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw fileError("read", path, error);
  }
}

/** Every file below a folder, in no order, relative to the root; links and hidden names are left out. */
export function filesBelow(root: string, folder: string): readonly string[] {
  try {
    return readdirSync(resolve(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.name.startsWith(".") || entry.name === "node_modules") return [];
      if (entry.isDirectory()) return filesBelow(root, path);
      return entry.isFile() ? [path] : [];
    });
  } catch (error) {
    if (isMissing(error)) return [];
    throw fileError("read", folder, error);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === "ENOENT";
}
