import { expect, test } from "vitest";
import type { Transition } from "../transition.js";
import { type Act, claim, complete, heartbeat, historyOf, moment, reclaim, start } from "./history.js";
import { judgeTransitions } from "./judge-transitions.js";
import type { QueueFacts } from "./violation.js";

const FACTS: QueueFacts = { leaseMs: 5_000, heartbeatMs: 1_666, attempts: 3 };

function rules(log: readonly Transition[], facts: QueueFacts = FACTS): string[] {
  return judgeTransitions(log, facts).map(({ rule, message }) => `${rule}: ${message.split("\n")[0]}`);
}

const retry = (after: number, delay: number): Act => ({ after, set: { status: 5, runAt: moment(after + delay) } });

test("a life by the rules is no violation", () => {
  const log = historyOf([
    claim(100, 1),
    heartbeat(1_700, { set: { claimTime: 1_000_001, start: moment(1_700) } }),
    retry(2_000, 500),
    claim(2_500, 2),
    start(2_510),
    heartbeat(4_100),
    reclaim(11_800, 2),
    claim(11_900, 3, { actor: "w2", connection: 2 }),
    start(11_910, { actor: "w2", connection: 2 }),
    complete(12_000, { actor: "w2", connection: 2 }),
  ]);
  expect(rules(log)).toEqual([]);
});

test("a crash on the last attempt, known to have started, is dead; unstarted it goes back and gives one attempt back", () => {
  const before = [claim(0, 1), retry(10, 0), claim(20, 2), retry(30, 0), claim(40, 3)];
  const dead = { status: 3, attempts: 3, finish: moment(8_100) };
  expect(rules(historyOf([...before, start(50), reclaim(8_100, 3, { set: dead })]))).toEqual([]);
  expect(rules(historyOf([...before, reclaim(8_100, 2)]))).toEqual([]);
  expect(rules(historyOf([...before, reclaim(8_100, 3, { set: dead })]))).toEqual([
    expect.stringContaining("no reclaim, attempts used up, which needs: started"),
  ]);
  expect(rules(historyOf([...before, start(50), reclaim(8_100, 3)]))).toEqual([
    expect.stringContaining("needs: not started, or attempts left"),
  ]);
});

test.each([
  [0, "2 -> 0 is never allowed"],
  [1, "2 -> 1 is never allowed"],
  [3, "2 -> 3 is never allowed"],
  [5, "2 -> 5 is never allowed"],
])("2 -> %i is a violation", (status, message) => {
  const log = historyOf([claim(0, 1), complete(10), { after: 20, set: { status } }]);
  expect(rules(log)).toContain(`forbidden-transition: ${message}`);
});

test("a second completion is a violation of its own", () => {
  const log = historyOf([claim(0, 1), complete(10), claim(20, 2), complete(30)]);
  expect(rules(log)).toContain("completed-twice: completed 2 times");
});

test("a completion by a process that does not hold the claim is a violation", () => {
  const log = historyOf([claim(0, 1), reclaim(8_000, 1), claim(8_010, 2, { actor: "w2" }), complete(8_020)]);
  expect(rules(log)).toEqual(["forbidden-transition: no complete, which needs: by the process that claimed it"]);
});

test("a heartbeat, start mark or retry by another process is a violation", () => {
  for (const act of [heartbeat(100), start(100), retry(100, 10)]) {
    expect(rules(historyOf([claim(0, 1), { ...act, actor: "w2" }]))).toEqual([
      expect.stringContaining("needs: by the process that claimed it"),
    ]);
  }
});

test("a token that changes while a row is claimed is a stolen claim", () => {
  expect(rules(historyOf([claim(0, 1), claim(10, 2, { actor: "w2" })]))).toEqual([
    expect.stringContaining("no start or heartbeat, which needs: token kept"),
  ]);
});

test("a completion that loses the token is a violation", () => {
  const log = historyOf([claim(0, 1), complete(10, { set: { status: 2, finish: moment(10), token: null } })]);
  expect(rules(log)).toEqual(["forbidden-transition: no complete, which needs: token kept"]);
});

test("a reclaim within the lease, or at its exact end, is a violation", () => {
  expect(rules(historyOf([claim(0, 1), reclaim(4_000, 1)]))).toEqual([expect.stringContaining("needs: lease over")]);
  expect(rules(historyOf([claim(0, 1), reclaim(5_999, 1)]))).toEqual([expect.stringContaining("needs: lease over")]);
});

test("a reclaim after one look is a violation, one heartbeat interval later it is not", () => {
  expect(rules(historyOf([claim(0, 1), reclaim(6_500, 1)]))).toEqual([
    expect.stringContaining("needs: seen expired one heartbeat interval before"),
  ]);
  expect(rules(historyOf([claim(0, 1), reclaim(7_700, 1)]))).toEqual([]);
});

test("a claim_time far ahead counts as expired", () => {
  const ahead = claim(0, 1, { set: { claimTime: 1_000_060 } });
  expect(rules(historyOf([ahead, reclaim(3_000, 1)])).filter((line) => line.includes("reclaim"))).toEqual([]);
});

test("a reclaim that keeps the attempts of an unstarted row, or takes one off a started one, is a violation", () => {
  const second = [claim(0, 1), retry(10, 0), claim(20, 2)];
  expect(rules(historyOf([...second, reclaim(8_000, 2)]))).toEqual([expect.stringContaining("needs: attempts as")]);
  expect(rules(historyOf([...second, start(30), reclaim(8_000, 1)]))).toEqual([
    expect.stringContaining("needs: attempts as"),
  ]);
});

test("a waiting row claimed before it is due is a violation", () => {
  const log = historyOf([claim(400, 1)], { status: 5, runAt: moment(500) });
  expect(rules(log)).toEqual(["forbidden-transition: no claim of a due row, which needs: due"]);
});

test("an attempt beyond the maximum is a violation", () => {
  const log = historyOf([claim(0, 1), retry(1, 0), claim(2, 2), retry(3, 0), claim(4, 3), retry(5, 0), claim(6, 4)]);
  expect(rules(log)).toEqual([
    "forbidden-transition: no retry, which needs: attempts left; no release with a delay, which needs: token cleared, one attempt given back; no release by its handler, which needs: one attempt given back, run_at to come",
    "forbidden-transition: no claim of a due row, which needs: attempts within the maximum",
  ]);
});

test("a claim that does not count, or keeps the start of the attempt before, is a violation", () => {
  expect(rules(historyOf([claim(0, 0)]))).toEqual([expect.stringContaining("needs: one attempt more")]);
  const log = historyOf([claim(0, 1), start(5), retry(10, 0), claim(20, 2, { set: { start: moment(5) } })]);
  expect(rules(log)).toEqual([expect.stringContaining("needs: start_time cleared")]);
});

test("a release of a started row, or by another process inside the lease, is a violation", () => {
  const release = (actor: string): Act => reclaim(20, 0, { actor });
  expect(rules(historyOf([claim(0, 1), release("w1")]))).toEqual([]);
  expect(rules(historyOf([claim(0, 1), release("w2")]))).toEqual([
    expect.stringContaining("no release, which needs: by"),
  ]);
  expect(rules(historyOf([claim(0, 1), start(10), release("w1")]))).toEqual([
    expect.stringContaining("no release, which needs: not started"),
  ]);
});

test("a token that is used again, or by two sessions, is a violation", () => {
  const again = historyOf([claim(0, 1, { token: "same" }), retry(10, 0), claim(20, 2, { token: "same" })]);
  expect(rules(again)).toContain("token-reused: token same was used by an earlier claim");
  const two = [
    ...historyOf([claim(0, 1, { token: "same", connection: 1 })]),
    ...historyOf([claim(0, 1, { token: "same", connection: 2 })], {}, "2"),
  ];
  expect(rules(two)).toEqual(["token-reused: token same was used by an earlier claim"]);
});

test("a change that the log did not see is a violation", () => {
  const log = historyOf([claim(0, 1), complete(10)]).filter(({ seq }) => seq !== 2);
  expect(rules(log)).toContain("unseen-change: the row is not as the change before left it");
});

test("a row deleted before it is final is a violation", () => {
  const log = historyOf([claim(0, 1)]);
  const last = log.at(-1);
  expect(rules([...log, { ...last!, seq: 9, before: last?.after, after: undefined }])).toEqual([
    expect.stringContaining("forbidden-transition: deleted in status 1"),
  ]);
});
