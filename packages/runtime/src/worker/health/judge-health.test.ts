import { expect, test } from "vitest";
import type { QueueHealth } from "./health.js";
import { type HealthFacts, judgeHealth } from "./judge-health.js";

const QUEUE: QueueHealth = {
  queue: "notify",
  consuming: true,
  paused: false,
  lastPoll: 100,
  claims: 3,
  running: 2,
  oldestHandler: { queue: "notify", id: "7", ms: 5_000_000 },
};
const FACTS: HealthFacts = { state: "running", connected: true, age: 1e9, eventLoopLag: 3, queues: [QUEUE] };

test("a worker that polls is healthy, however long its handlers run, paused or not", () => {
  for (const paused of [false, true]) {
    expect(judgeHealth({ ...FACTS, queues: [{ ...QUEUE, paused }] })).toMatchObject({ healthy: true, problems: [] });
  }
});

test("numbers are those of all queues, the oldest handler is the oldest of all", () => {
  const other: QueueHealth = {
    ...QUEUE,
    queue: "mail",
    lastPoll: 700,
    oldestHandler: { queue: "mail", id: "1", ms: 6e6 },
  };
  expect(judgeHealth({ ...FACTS, queues: [QUEUE, other] })).toMatchObject({
    claims: 6,
    running: 4,
    lastPoll: 700,
    oldestHandler: other.oldestHandler,
  });
});

test("silence is the database's while there is no connection, else the loop is stuck", () => {
  const silent = { ...FACTS, queues: [{ ...QUEUE, lastPoll: 30_001 }] };
  const kind = (facts: HealthFacts) => judgeHealth(facts).problems.map((problem) => problem.kind);
  expect(kind({ ...silent, connected: false })).toEqual(["database"]);
  expect(kind(silent)).toEqual(["stuck"]);
  expect(judgeHealth(silent, { silence: "1m" }).healthy).toBe(true);
  expect(judgeHealth(silent).problems[0]?.message).toBe("queue notify: the claim loop has not turned for 30.0 s");
});

test("a start without a connection is a problem after the same time", () => {
  const facts: HealthFacts = { ...FACTS, state: "connecting", connected: false, queues: [] };
  expect(judgeHealth({ ...facts, age: 29_999 }).healthy).toBe(true);
  expect(judgeHealth({ ...facts, age: 30_001 }).problems.map(({ kind }) => kind)).toEqual(["database"]);
});

test("what is not consumed here, new, stopping or stopped is no problem", () => {
  const resting = { ...QUEUE, consuming: false, lastPoll: null };
  expect(judgeHealth({ ...FACTS, queues: [resting] })).toMatchObject({ healthy: true, lastPoll: null });
  for (const state of ["new", "stopping", "stopped"] as const) {
    expect(judgeHealth({ ...FACTS, state, queues: [{ ...QUEUE, lastPoll: 1e6 }] }).healthy).toBe(true);
  }
});

test("a held-up event loop is a problem", () => {
  expect(judgeHealth({ ...FACTS, eventLoopLag: 5_001 }).problems.map(({ kind }) => kind)).toEqual(["eventLoop"]);
  expect(judgeHealth({ ...FACTS, eventLoopLag: 5_001 }, { lag: "10s" }).healthy).toBe(true);
});
