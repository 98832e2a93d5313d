import type { Io } from "../io.js";

export interface Progress {
  show(text: string): void;
  clear(): void;
}

const EVERY_MS = 200;

/** One line on a terminal that is written over; nothing anywhere else. */
export function progressOf(io: Io): Progress {
  let width = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(text) {
      if (!io.interactive || performance.now() - shownAt < EVERY_MS) return;
      shownAt = performance.now();
      io.err(`\r${text.padEnd(width)}`);
      width = text.length;
    },
    clear() {
      if (width > 0) io.err(`\r${" ".repeat(width)}\r`);
      width = 0;
    },
  };
}
