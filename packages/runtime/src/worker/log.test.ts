import { afterEach, expect, test, vi } from "vitest";
import { consoleLog, describe as describeError } from "./log.js";

afterEach(() => vi.restoreAllMocks());

test("an entry is a line; below it the stack and the cause of its err", () => {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const err = new TypeError("no foo", { cause: new Error("below") });
  consoleLog({ queue: "notify" }).warn({ id: "7", err }, "attempt failed");
  const lines = String(write.mock.calls[0]![0]).split("\n");
  expect(lines[0]).toMatch(/^\S+ warn {2}attempt failed {2}queue=notify id=7 err="no foo: below"$/);
  expect(lines[1]).toBe("    TypeError: no foo");
  expect(lines[2]).toMatch(/^ {8}at .*log\.test\.ts:\d+:\d+/);
  expect(lines.join("\n")).toContain("[cause]: Error: below");
});

test("an error without a message is named by its code", () => {
  expect(describeError(Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }))).toBe("ECONNREFUSED");
  expect(describeError("text")).toBe("text");
});
