import { expect, test } from "vitest";
import type { LedgerEntry } from "../ledger-entry.js";
import { claim, complete, historyOf, moment, start } from "./history.js";
import { judgeEffects } from "./judge-effects.js";
import { judgeRecovery, longestSilence } from "./judge-recovery.js";
import type { QueueFacts } from "./violation.js";

const FACTS: QueueFacts = { leaseMs: 5_000, heartbeatMs: 1_666, attempts: 3 };
const DONE = historyOf([claim(100, 1), complete(200)]);

function run(rest: Partial<LedgerEntry> = {}): LedgerEntry {
  return { job: "1", attempt: 1, worker: "w1", token: "t", started: moment(150), finished: moment(180), ...rest };
}

function rules(log: typeof DONE, ledger: readonly LedgerEntry[], produced: readonly string[] = ["1"]): string[] {
  return judgeEffects(log, ledger, produced, FACTS).map(({ rule, message }) => `${rule}: ${message}`);
}

test("a job that ran and was completed is no violation", () => {
  expect(rules(DONE, [run()])).toEqual([]);
});

test("a committed job that is not in the table is lost", () => {
  expect(rules(DONE, [run()], ["1", "2"])).toEqual(["lost: committed by its producer and never in the table"]);
});

test("a job that is not final at the end is lost", () => {
  expect(rules(historyOf([]), [])).toEqual(["lost: ended in status 0 instead of 2"]);
  expect(rules(historyOf([claim(0, 1)]), [])).toEqual(["lost: ended in status 1 instead of 2"]);
});

test("a job that is dead where it should be done is a violation", () => {
  const log = historyOf([claim(0, 1), { after: 10, set: { status: 3, finish: moment(10) } }]);
  expect(rules(log, [])).toEqual(["wrong-end: ended in status 3 instead of 2"]);
});

test("a completion without an effect is a violation", () => {
  expect(rules(DONE, [])).toEqual(["no-effect: completed, and no handler came to its end"]);
  expect(rules(DONE, [run({ finished: null })])).toHaveLength(1);
});

test("a delayed job that starts early is a violation", () => {
  const log = historyOf([claim(500, 1), complete(600)], { status: 5, runAt: moment(500) });
  expect(rules(log, [run({ started: moment(510) })])).toEqual([]);
  const early = judgeEffects(log, [run({ started: moment(499) })], ["1"], FACTS);
  expect(early.map(({ rule }) => rule)).toContain("early-start");
});

test("a run without a claim of its process and attempt is a violation", () => {
  expect(rules(DONE, [run(), run({ worker: "w2" })])).toEqual(["unclaimed-start: attempt 1 ran without a claim"]);
  expect(rules(DONE, [run({ started: moment(99) })])).toHaveLength(1);
});

test("a second attempt without a start mark is a violation", () => {
  const second = [claim(100, 1), { after: 110, set: { status: 5, runAt: moment(110) } }, claim(120, 2)];
  const ledger = [run({ attempt: 2 })];
  expect(rules(historyOf([...second, complete(200)]), ledger)).toEqual([
    "unmarked-start: attempt 2 ran without a start mark",
  ]);
  expect(rules(historyOf([...second, start(130), complete(200)]), ledger)).toEqual([]);
});

test("an attempt beyond the maximum, and a run of a job that was never committed, are violations", () => {
  expect(rules(DONE, [run(), run({ attempt: 4 })])).toContain("too-many-attempts: attempt 4 of 3 ran");
  expect(rules(DONE, [run(), run({ job: "7" })])).toEqual(["ghost: ran, and was never committed"]);
});

test("a claimed row that nobody touches for too long is stuck, less the time of an outage", () => {
  const log = historyOf([claim(0, 1), complete(9_000)]);
  expect(longestSilence(log)).toEqual({ ms: 9_000, job: "1" });
  expect(judgeRecovery(log, 9_000)).toEqual([]);
  expect(judgeRecovery(log, 8_999).map(({ rule }) => rule)).toEqual(["stuck"]);
  const outage = { from: moment(2_000), to: moment(3_500) };
  expect(judgeRecovery(log, 8_000, [outage])).toEqual([]);
  expect(judgeRecovery(log, 7_499, [outage, outage, { from: moment(2_500), to: moment(3_000) }])).toHaveLength(1);
});

test("a row that is still claimed at the end counts up to the end", () => {
  const log = historyOf([claim(0, 1)]);
  expect(judgeRecovery(log, 5_000)).toEqual([]);
  expect(judgeRecovery(log, 5_000, [], moment(6_000))).toHaveLength(1);
});
