import { accessSync, chmodSync, constants, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const BOM = "\uFEFF";

/** A file as it must stay but for its text. */
export interface Writable {
  /** The byte order mark, or nothing. */
  readonly mark: string;
  readonly mode: number;
}

/** Looks whether a file may be rewritten that `text` was read from, without a byte order mark. A text says why not. */
export function lookAt(path: string, text: string): Writable | string {
  try {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink()) return "it is a link; fix the file that it leads to";
    if (!stats.isFile()) return "it is no file";
    if ((stats.mode & 0o222) === 0) return "it is read-only";
    accessSync(path, constants.W_OK);
    const bytes = readFileSync(path);
    const whole = bytes.toString("utf8");
    const mark = whole.startsWith(BOM) ? BOM : "";
    if (whole.slice(mark.length) !== text) return "it has changed meanwhile; run the command again";
    // What is no UTF-8 was read as replacement characters, and would be written as such.
    return Buffer.from(whole).equals(bytes) ? { mark, mode: stats.mode } : "it is not UTF-8 throughout";
  } catch (error) {
    return reasonOf(error);
  }
}

/**
 * Puts `after` in the place of `before`: written aside and renamed, so that nobody ever sees half a file. The byte order
 * mark and the rights of the file stay. Answers why it was not done; then nothing has changed.
 */
export function replaceFile(path: string, before: string, after: string): string | undefined {
  const read = lookAt(path, before);
  if (typeof read === "string") return read;
  const aside = join(dirname(path), `.${basename(path)}.${process.pid}.queuegen-tmp`);
  try {
    writeFileSync(aside, `${read.mark}${after}`, { mode: read.mode });
    // The mask of the process may have taken rights away.
    chmodSync(aside, read.mode);
    renameSync(aside, path);
    return undefined;
  } catch (error) {
    rmSync(aside, { force: true });
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EACCES" || code === "EPERM") return "there is no right to write it";
  if (code === "EROFS") return "the file system is read-only";
  if (code === "ENOSPC" || code === "EDQUOT") return "there is no space left";
  if (code === "ENOENT") return "it is gone";
  if (code === undefined) throw error;
  return `the system says ${code}`;
}
