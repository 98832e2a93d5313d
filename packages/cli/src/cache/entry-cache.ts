import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { digest } from "./digest.js";
import { keepFile } from "./keep-file.js";

/** What the folder may hold; beyond, the oldest files go. */
const MOST_FILES = 10_000;
const MOST_BYTES = 100 * 2 ** 20;

/** Characters of a digest that stand before a value, against files that were cut off or damaged. */
const CHECK = 16;

/** Many small values, each a file that is named by its key. What cannot be read, written or kept is not there. */
export class EntryCache {
  readonly #folder: string;
  readonly #keyOf: (key: unknown) => string;
  #written = 0;

  constructor(folder: string, keyOf: (key: unknown) => string) {
    this.#folder = folder;
    this.#keyOf = keyOf;
  }

  get(key: unknown): unknown {
    try {
      const bytes = readFileSync(this.#file(key));
      const value = bytes.subarray(CHECK);
      return bytes.toString("latin1", 0, CHECK) === checkOf(value) ? deserialize(value) : undefined;
    } catch {
      return undefined;
    }
  }

  set(key: unknown, value: unknown): void {
    let bytes: Buffer;
    try {
      bytes = serialize(value);
    } catch {
      // Something that is no data: not to be kept.
      return;
    }
    keepFile(this.#file(key), Buffer.concat([Buffer.from(checkOf(bytes), "latin1"), bytes]));
    this.#written += 1;
  }

  /** Keeps the folder within its bounds; looks only after something was written. */
  trim(mostFiles: number = MOST_FILES, mostBytes: number = MOST_BYTES): void {
    if (this.#written === 0) return;
    try {
      const newestFirst = this.#files().sort((a, b) => b.age - a.age || (a.file < b.file ? -1 : 1));
      let bytes = 0;
      for (const [index, { file, size }] of newestFirst.entries()) {
        bytes += size;
        if (index >= mostFiles || bytes > mostBytes) rmSync(file, { force: true });
      }
    } catch {
      // Another process may be trimming it.
    }
  }

  #files(): { readonly file: string; readonly size: number; readonly age: number }[] {
    return readdirSync(this.#folder).flatMap((name) => {
      const file = join(this.#folder, name);
      const stats = statSync(file, { throwIfNoEntry: false });
      return stats === undefined ? [] : [{ file, size: stats.size, age: stats.mtimeMs }];
    });
  }

  #file(key: unknown): string {
    return join(this.#folder, `${this.#keyOf(key).slice(0, 32)}.bin`);
  }
}

function checkOf(bytes: Uint8Array): string {
  return digest(bytes).slice(0, CHECK);
}
