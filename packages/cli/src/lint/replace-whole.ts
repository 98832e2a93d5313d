import { lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileError } from "../files/file-error.js";

/** Writes a file whole or not at all: aside first, then renamed. `shown` is its path in messages. */
export function replaceWhole(file: string, shown: string, text: string): void {
  const aside = join(dirname(file), `.${basename(file)}.${process.pid}.queuegen-tmp`);
  try {
    const there = lstatSync(file, { throwIfNoEntry: false });
    // A terminal, a pipe or a link is written to; to put a file in its place would take it away.
    if (there !== undefined && !there.isFile()) writeFileSync(file, text);
    else {
      writeFileSync(aside, text);
      renameSync(aside, file);
    }
  } catch (error) {
    rmSync(aside, { force: true });
    throw fileError("write", shown, error);
  }
}
