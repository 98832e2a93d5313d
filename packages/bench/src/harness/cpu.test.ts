import { expect, test } from "vitest";
import { machineSeconds, processSeconds } from "./cpu.js";

test("idle and waiting for the disk are not counted as work", () => {
  expect(machineSeconds("cpu  100 20 30 99999 88888 4 6 0 0 0\ncpu0 1 1 1 1\n")).toBe(1.6);
});

test("a process that computes uses CPU, and one that is not there uses none", () => {
  const before = processSeconds(process.pid);
  const until = performance.now() + 150;
  while (performance.now() < until);
  expect(processSeconds(process.pid) - before).toBeGreaterThan(0.05);
  expect(processSeconds(2 ** 30)).toBe(0);
});
