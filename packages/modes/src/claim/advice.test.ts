import type { ClaimOptions } from "@queuegen/model";
import { expect, test } from "vitest";
import { ADVICE, claimAdvice } from "./advice.js";

const at = { file: "a.queue.ts", line: 1, column: 1, length: 1, lineText: "" };

function advice(attempts: number, worker: Partial<ClaimOptions["worker"]>): readonly string[] {
  const options = { retry: { attempts }, worker: { isolation: "none", maxMemoryMb: null, ...worker } };
  return claimAdvice(options as unknown as ClaimOptions, (path) => ({ ...at, file: path })).map(
    (one) => `${one.severity} ${one.code} at ${one.at?.file}`,
  );
}

test("a queue is advised of attempts without a limit, and of child processes without one", () => {
  expect(advice(0, {})).toEqual(["info max-attempts at retry.attempts"]);
  expect(advice(5, { isolation: "process" })).toEqual(["info memory-limit at worker.isolation"]);
  expect(advice(5, { isolation: "process", maxMemoryMb: 256 })).toEqual([]);
  expect(advice(1, {})).toEqual([]);
  expect(ADVICE).toEqual(["max-attempts", "memory-limit"]);
});
