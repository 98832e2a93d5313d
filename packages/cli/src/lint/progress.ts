import type { Io } from "../io.js";

export interface Progress {
  show(done: number): void;
  clear(): void;
}

/** A run shorter than this needs no progress. */
const QUIET_MS = 1_000;
/** Between two lines. */
const PAUSE_MS = 100;

/** One line on a terminal that counts the files, once a run takes longer than a second; nothing anywhere else. */
export function progressOf(total: number, io: Io): Progress {
  let next = performance.now() + QUIET_MS;
  let width = 0;
  return {
    show(done) {
      if (!io.interactive || performance.now() < next) return;
      next = performance.now() + PAUSE_MS;
      const text = `linting ${done} of ${total} files`;
      width = Math.max(width, text.length);
      io.err(`\r${text}`);
    },
    clear() {
      if (width > 0) io.err(`\r${" ".repeat(width)}\r`);
      width = 0;
    },
  };
}
