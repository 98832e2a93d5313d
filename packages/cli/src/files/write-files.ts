import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { QueuegenError } from "@queuegen/model";
import { fileError } from "./file-error.js";

/** A file to write, or to delete where `text` is undefined. Paths are relative to the root, with forward slashes. */
export interface Change {
  readonly path: string;
  readonly text: string | undefined;
}

/**
 * Makes all changes or none: every text is first written aside, next to its place, then all are renamed. Ctrl-C and
 * errors before the renames leave everything as it was. The renames are one synchronous run, so a signal cannot part them.
 */
export async function writeFiles(root: string, changes: readonly Change[], signal: AbortSignal): Promise<void> {
  const written: Aside[] = [];
  const made: string[] = [];
  try {
    for (const { path, text } of changes) {
      if (text !== undefined) written.push(await writeAside(root, path, text, made));
      if (signal.aborted) throw interrupted();
    }
  } catch (error) {
    for (const { aside } of written) rmSync(aside, { force: true });
    for (const folder of made.reverse()) rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  for (const { aside, target, path } of written) attempt(path, () => renameSync(aside, target));
  for (const { path, text } of changes) if (text === undefined) attempt(path, () => remove(resolve(root, path)));
}

interface Aside {
  readonly path: string;
  readonly aside: string;
  readonly target: string;
}

async function writeAside(root: string, path: string, text: string, made: string[]): Promise<Aside> {
  const target = resolve(root, path);
  const folder = dirname(target);
  const aside = join(folder, asideName(basename(target), process.pid));
  try {
    const first = mkdirSync(folder, { recursive: true });
    if (first === undefined) removeLeftovers(folder);
    else made.push(first);
    // A rename onto a folder fails only after others have succeeded; better to know now.
    if (statSync(target, { throwIfNoEntry: false })?.isDirectory())
      throw Object.assign(new Error(), { code: "EISDIR" });
    await writeFile(aside, text);
    return { path, aside, target };
  } catch (error) {
    rmSync(aside, { force: true });
    throw fileError("write", path, error);
  }
}

function asideName(name: string, pid: number | string): string {
  return `.${name}.${pid}.queuegen-tmp`;
}

/** A process that was killed outright could not tidy up. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /^\..+\.(\d+)\.queuegen-tmp$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The folder goes with its last file. */
function remove(file: string): void {
  rmSync(file);
  if (readdirSync(dirname(file)).length === 0) rmdirSync(dirname(file));
}

function attempt(path: string, change: () => void): void {
  try {
    change();
  } catch (error) {
    throw fileError("write", path, error);
  }
}

function interrupted(): QueuegenError {
  return new QueuegenError([
    {
      code: "interrupted",
      severity: "error",
      message: "Stopped before anything was written.",
      hint: "Run the command again.",
    },
  ]);
}
