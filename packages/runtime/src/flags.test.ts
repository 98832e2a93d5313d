import { expect, test } from "vitest";
import { UsageError } from "./errors.js";
import { parseFlags } from "./flags.js";

test("no flag, nothing changed", () => {
  expect(parseFlags([])).toEqual({});
});

test("every flag of the worker", () => {
  const argv = [
    "--queue",
    "notify",
    "--queue=order-timeout",
    "--once",
    "--concurrency",
    "4",
    "--max-run-time",
    "50s",
    "--max-rss",
    "1GB",
    "--max-jobs=5",
    "--total-concurrency=20",
    "--max-age",
    "6h",
    "--max-hanging",
    "2",
  ];
  expect(parseFlags(argv)).toEqual({
    queues: ["notify", "order-timeout"],
    once: true,
    concurrency: 4,
    totalConcurrency: 20,
    maxRunTime: 50_000,
    maxRss: 2 ** 30,
    maxJobs: 5,
    maxAge: 21_600_000,
    maxHanging: 2,
  });
});

test.each([
  ["--concurency", "4"],
  ["--concurrency", "0"],
  ["--concurrency", "many"],
  ["--concurrency"],
  ["--max-run-time", "soon"],
  ["--max-run-time", "-5s"],
  ["--max-rss", "512"],
  ["--max-jobs", "0"],
  ["--total-concurrency", "0"],
  ["--max-age", "6"],
  ["--max-hanging", "some"],
  ["notify"],
])("%s %s is refused, and the message shows what there is", (...argv) => {
  expect(() => parseFlags(argv)).toThrow(UsageError);
  expect(() => parseFlags(argv)).toThrow("--max-run-time TIME");
});
