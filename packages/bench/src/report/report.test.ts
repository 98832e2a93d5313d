import { expect, test } from "vitest";
import { printHead, printMeasure, printSummary } from "./report.js";

const measure = {
  id: "p1",
  title: "jobs/s of the full cycle",
  settings: "MySQL 9.7.4, durable",
  seconds: 12,
  results: [
    {
      name: "batch 200",
      unit: "jobs/s",
      ours: { median: 14000, min: 13000, max: 15000 },
      reference: { median: 15200, min: 15000, max: 15400 },
      against: "loop",
      ratio: { median: 0.921, min: 0.867, max: 0.974 },
      bar: { side: "at least", value: 0.9 },
      others: { median: 0.123, min: 0, max: 1 },
    },
    {
      name: "idle",
      unit: "statements/s",
      ours: { median: 7, min: 7, max: 7 },
      bar: { side: "at most", value: 5 },
    },
  ],
} as const;

test("a measure reads from the settings to the verdicts, without columns that nothing is in", () => {
  expect(printMeasure(measure)).toMatchInlineSnapshot(`
    "P1  jobs/s of the full cycle
    MySQL 9.7.4, durable
    case       ours                           reference                     ratio                bar             others
    ---------  -----------------------------  ----------------------------  -------------------  ------  ------  ------
    batch 200  14,000 [13,000-15,000] jobs/s  15,200 [15,000-15,400]  loop  0.921 [0.867-0.974]  >= 0.9  met       0.12
    idle       7 [7-7] statements/s                                                              <= 5    MISSED"
  `);
});

test("the first line says when, where and how much, the last one how it went", () => {
  const head = { date: "2026-11-30", machine: "2 cores, Node 20.20.2", rounds: 5, quick: false };
  expect(printHead(head)).toBe("2026-11-30  2 cores, Node 20.20.2, 5 rounds");
  expect(printHead({ ...head, rounds: 1, quick: true })).toMatch(/, 1 round, quick: nothing is judged$/);
  expect(printSummary([measure])).toBe("1 of 2 bars met. Others used 0.12 cores (median).");
});
