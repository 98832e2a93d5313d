import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { globMatcher } from "./glob.js";

export interface FoundFiles {
  /** Relative to `root`, forward slashes, sorted by code unit. */
  readonly files: readonly string[];
  /** Folders and paths that could not be read. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

export interface FileChoice {
  /** Files and folders to read, relative to `root`; a file named here is read whatever the globs say. */
  readonly paths: readonly string[];
  /** Empty: everything that the linter understands. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

const READ = /\.(?:[cm]?[jt]sx?|sql)$/i;
/** Declarations, bundles, and tests: these put rows into states that no program would. */
const LEFT_OUT = /\.(?:d\.[cm]?ts|min\.[cm]?js|(?:test|spec)\.[cm]?[jt]sx?)$/i;
const FOLDERS_LEFT_OUT = new Set([
  ...["node_modules", "bower_components", "dist", "build", "out", "coverage", "vendor"],
  ...["__tests__", "__mocks__", "__snapshots__"],
]);

/** True for a file that is read only when it is named. `path` is relative to the project, forward slashes. */
export function isLeftOut(path: string, { include, exclude }: Omit<FileChoice, "paths">): boolean {
  const folders = path.split("/").slice(0, -1);
  if (folders.some((name) => (name.startsWith(".") && name !== "..") || FOLDERS_LEFT_OUT.has(name))) return true;
  if (!READ.test(path) || LEFT_OUT.test(path)) return true;
  return globMatcher(exclude)(path) || (include.length > 0 && !globMatcher(include)(path));
}

/** Walks folders for source files, tests left out; links are not followed, so that no walk is endless. */
export function findFiles(root: string, { paths, include, exclude }: FileChoice): FoundFiles {
  const files = new Set<string>();
  const unreadable: { path: string; reason: string }[] = [];
  const isIncluded = include.length === 0 ? () => true : globMatcher(include);
  const isExcluded = globMatcher(exclude);
  const open: string[] = [];
  for (const path of paths) {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    if (found?.isDirectory()) open.push(path);
    // Reading a pipe would wait for a writer.
    else if (found && !found.isFile()) unreadable.push({ path, reason: "not a file" });
    else files.add(path);
  }
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of entriesOf(join(root, folder), folder, unreadable)) {
      const path = folder === "." || folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (isExcluded(path)) continue;
      if (entry.isDirectory()) {
        if (!entry.name.startsWith(".") && !FOLDERS_LEFT_OUT.has(entry.name)) open.push(path);
      } else if (entry.isFile() && READ.test(path) && !LEFT_OUT.test(path) && isIncluded(path)) files.add(path);
    }
  }
  return { files: [...files].sort(), unreadable };
}

function entriesOf(
  path: string,
  shown: string,
  unreadable: { path: string; reason: string }[],
): ReturnType<typeof readFolder> {
  try {
    return readFolder(path);
  } catch (error) {
    unreadable.push({ path: shown, reason: reasonOf(error) });
    return [];
  }
}

function readFolder(path: string): import("node:fs").Dirent[] {
  return readdirSync(path, { withFileTypes: true });
}

/** Why the system would not read it, in a few words. */
export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === "EACCES" || code === "EPERM") return "permission denied";
  if (code === "ENOENT") return "there is no such file";
  return code ?? String(error);
}
