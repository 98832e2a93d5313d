import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Io } from "../io.js";
import { progressOf } from "./progress.js";

beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => vi.useRealTimers());

function shownAfter(interactive: boolean, times: readonly (readonly [ms: number, done: number])[]): string {
  let shown = "";
  const progress = progressOf(5_000, { interactive, err: (text: string) => (shown += text) } as unknown as Io);
  for (const [ms, done] of times) {
    vi.advanceTimersByTime(ms);
    progress.show(done);
  }
  progress.clear();
  progress.clear();
  return shown;
}

it("counts files on one line, from the second second on, ten times a second at most, and leaves nothing behind", () => {
  const times = [[999, 1] as const, [1, 10] as const, [50, 20] as const, [50, 3000] as const];
  expect(shownAfter(true, times)).toBe(`\rlinting 10 of 5000 files\rlinting 3000 of 5000 files\r${" ".repeat(26)}\r`);
});

it("says nothing where nobody looks, or of a short run", () => {
  expect(shownAfter(false, [[5_000, 1]])).toBe("");
  expect(shownAfter(true, [[900, 1]])).toBe("");
});
