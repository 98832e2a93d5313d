import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import type { Config } from "../config.js";

/** What a change of the project can show itself by. */
export interface WatchedPaths {
  /** Absolute folders, each for what is in it and not for what is below that. */
  readonly folders: ReadonlySet<string>;
  /** Whether a change of this absolute path may change what is generated. */
  readonly matters: (path: string) => boolean;
}

/**
 * Folders of the schemas (all below the fixed part of their globs), of every file that reading them looked at, of the
 * templates, and of queuegen.json. Not the generated files: nothing of what we write ourselves is an input.
 * `asked`: paths relative to the root that the reader looked for, there or not.
 */
export function watchedPaths(config: Config, asked: readonly string[]): WatchedPaths {
  const at = (path: string): string => resolve(config.root, path);
  const skipped = new Set([at(config.generated), at(config.migrations.dir)]);
  const bases = config.schemas.filter((glob) => !glob.startsWith("!")).map((glob) => at(fixedFolder(glob)));
  const files = new Set([...asked.map(at), at("queuegen.json"), at("tsconfig.json")]);
  const templates = config.templates === undefined ? [] : foldersBelow(at(config.templates), new Set());
  const schemaFolders = bases.flatMap((base) => foldersBelow(nearest(base), skipped, nearest(base) === base));
  const folders = new Set([...schemaFolders, ...templates, ...[...files].map((file) => nearest(dirname(file)))]);
  const endings = config.schemas.map(lastPart);
  return {
    folders,
    matters: (path) =>
      files.has(path) ||
      folders.has(path) ||
      bases.some((base) => base === path || base.startsWith(path + sep)) ||
      templates.includes(dirname(path)) ||
      (!isBelow(path, skipped) && (endings.some((ending) => ending.test(path)) || isFolder(path))),
  };
}

/** `src/queues/schemas` of `src/queues/schemas/**` + `/*.queue.ts`; "." where the glob starts at the root. */
function fixedFolder(glob: string): string {
  const fixed = /^[^*?{}[\]()!]*/.exec(glob)?.[0] ?? "";
  return fixed === glob ? dirname(glob) : fixed.slice(0, Math.max(0, fixed.lastIndexOf("/"))) || ".";
}

/** What a file name has to end in: of `**` + `/*.queue.ts` the part after the last star. */
function lastPart(glob: string): RegExp {
  const ending = /[^*?{}[\]()!/]*$/.exec(glob)?.[0] ?? "";
  return new RegExp(`${ending.replace(/[.+^$|\\]/g, "\\$&")}$`);
}

/** The folder itself where it is there, else the first above it that is. */
function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

function foldersBelow(folder: string, skipped: ReadonlySet<string>, deep = true): readonly string[] {
  if (skipped.has(folder)) return [];
  const below = deep ? subfolders(folder).flatMap((one) => foldersBelow(one, skipped)) : [];
  return [folder, ...below];
}

function subfolders(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules")
      .map(({ name }) => join(folder, name));
  } catch {
    // Gone meanwhile.
    return [];
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  return [...folders].some((folder) => path === folder || path.startsWith(folder + sep));
}
