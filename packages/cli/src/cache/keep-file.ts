import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Written aside and renamed: whoever reads sees a whole file, also with several processes at it. Failing is no error. */
export function keepFile(file: string, bytes: Uint8Array): void {
  const aside = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(aside, bytes);
    renameSync(aside, file);
  } catch {
    // The next run does the work again.
  }
}
