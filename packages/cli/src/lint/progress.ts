import type { Io } from "../io.js";

export interface Progress {
  show(done: number): void;
  clear(): void;
}

/** A run shorter than this needs no progress. */
const QUIET_MS = 1_000;

/** One line on a terminal that counts the files, once a run takes longer than a second; nothing anywhere else. */
export function progressOf(total: number, io: Io): Progress {
  const started = performance.now();
  let width = 0;
  return {
    show(done) {
      if (!io.interactive || performance.now() - started < QUIET_MS) return;
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
