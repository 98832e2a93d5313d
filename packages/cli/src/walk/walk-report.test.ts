import { expect, test } from "vitest";
import { timeLeft, WalkPace } from "./pace.js";
import { progressLine, walkText } from "./walk-report.js";
import type { WalkState } from "./walk-state.js";

const HALF: WalkState = {
  queue: "recode",
  table: "orders",
  ranges: { pending: 2, waiting: 0, inWork: 4, done: 5, dead: 1, notCut: 0 },
  rows: { all: 2_000_000, estimated: false, passed: 1_000_000, handled: 900_000 },
  begun: 1_000,
  over: null,
  now: 101_000,
  dead: [{ id: "7", error: "no such thing" }],
  failing: null,
};

test("a look tells rows, time, ranges, and why ranges died", () => {
  expect(walkText(HALF)).toBe(`recode (walks over orders)
  [############------------]  50 %  1,000,000 of 2,000,000 rows passed, 900,000 handled
  running for 1 min 40 s, 10,000 rows/s on average, about 1 min 40 s left
  ranges: 2 pending, 4 in work, 0 waiting, 5 done, 1 dead
  dead: range 7: no such thing   (\`queuegen retry recode 7\`)
`);
});

test("a walk that has not begun, and one that is over with rows gone meanwhile", () => {
  expect(walkText({ ...HALF, begun: null, dead: [] })).toContain("has not begun");
  const over = walkText({ ...HALF, ranges: { ...HALF.ranges, dead: 0 }, over: 51_000, dead: [] });
  expect(over).toContain("[########################] 100 %");
  expect(over).toContain("over after 50 s");
});

test("the line of a bar is rounded down, and says where the number of rows is an estimate", () => {
  const rows = { ...HALF.rows, passed: 1_999_999, estimated: true };
  expect(progressLine({ ...HALF, ranges: { ...HALF.ranges, dead: 0 }, rows }, 2_000)).toBe(
    "recode  [#######################-]  99 %  1,999,999 of about 2,000,000 rows passed  2,000 rows/s  1 ms left",
  );
});

test("a walk that is over with dead ranges is as far as its rows are, and says what starts them again", () => {
  const text = walkText({ ...HALF, rows: { ...HALF.rows, passed: 0 }, over: 51_000 });
  expect(text).toContain("[------------------------]   0 %  0 of 2,000,000 rows passed");
  expect(text).toContain("1 range dead: what they hold is not done. `queuegen retry recode --dead` and a worker go on");
});

test("ranges that have failed and wait are told, with the error and when the next is due", () => {
  const failing = { ranges: 3, error: "no such thing", due: 106_000 };
  const words = "3 ranges failed and wait, the next attempt is due in 5 s: no such thing";
  expect(walkText({ ...HALF, failing })).toContain(`  failing: ${words}\n`);
  expect(progressLine({ ...HALF, failing }, undefined)).toContain(`rows passed  1 range dead  ${words}`);
  expect(walkText({ ...HALF, failing: { ...failing, due: 100_000 } })).toContain("is due now: no such thing");
});

test("the pace is that of the last half minute", () => {
  const pace = new WalkPace();
  const look = (now: number, passed: number) => pace.look({ now, rows: { ...HALF.rows, passed } });
  look(0, 0);
  expect(pace.rate).toBeUndefined();
  look(10_000, 100);
  expect(pace.rate).toBe(10);
  look(60_000, 100);
  look(70_000, 1_100);
  expect(pace.rate).toBe(100);
  expect(timeLeft(HALF, 100)).toBe(10_000_000);
  expect(timeLeft(HALF, 0)).toBeUndefined();
});
