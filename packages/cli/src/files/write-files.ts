import { mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
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
      signal.throwIfAborted();
      if (text !== undefined) written.push(await writeAside(root, path, text, made));
    }
    signal.throwIfAborted();
  } catch (error) {
    for (const { aside } of written) rmSync(aside, { force: true });
    for (const folder of made.reverse()) rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  for (const { aside, target, path } of written) attempt(path, () => renameSync(aside, target));
  for (const { path, text } of changes) if (text === undefined) attempt(path, () => rmSync(resolve(root, path)));
}

interface Aside {
  readonly path: string;
  readonly aside: string;
  readonly target: string;
}

async function writeAside(root: string, path: string, text: string, made: string[]): Promise<Aside> {
  const target = resolve(root, path);
  const aside = join(dirname(target), `.${basename(target)}.${process.pid}.queuegen-tmp`);
  try {
    const first = mkdirSync(dirname(target), { recursive: true });
    if (first !== undefined) made.push(first);
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

function attempt(path: string, change: () => void): void {
  try {
    change();
  } catch (error) {
    throw fileError("write", path, error);
  }
}
