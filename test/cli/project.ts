import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { onTestFinished } from "vitest";
import { queuegen, type Run, type RunOptions } from "./run.js";

/** A scratch project, gone when its test is over. */
export interface Project {
  readonly root: string;
  run(...args: readonly string[]): Promise<Run>;
  runWith(options: RunOptions, ...args: readonly string[]): Promise<Run>;
  read(path: string): string;
  write(path: string, text: string): void;
  edit(path: string, change: (text: string) => string): void;
  remove(path: string): void;
  /** Every file below the project but node_modules, relative and sorted. */
  files(): readonly string[];
}

export function scratchProject(name = "queuegen-test-"): Project {
  const root = mkdtempSync(join(tmpdir(), name));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const at = (path: string): string => join(root, path);
  const project: Project = {
    root,
    run: (...args) => queuegen(root, args),
    runWith: (options, ...args) => queuegen(root, args, options),
    read: (path) => readFileSync(at(path), "utf8"),
    write(path, text) {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    },
    edit: (path, change) => writeFileSync(at(path), change(readFileSync(at(path), "utf8"))),
    remove: (path) => rmSync(at(path), { recursive: true }),
    files: () => listFiles(root, root),
  };
  return project;
}

function listFiles(root: string, folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name !== "node_modules")
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? listFiles(root, path) : [relative(root, path)];
    })
    .sort();
}
