import { expect, test } from "vitest";
import { notifyStatements } from "../../../../generated-example/src/queues/generated/notify/consumer.js";
import { statementKind } from "./statement-timer.js";

test("the statements of a generated consumer are told apart", () => {
  const kinds = Object.entries(notifyStatements).map(([name, sql]) => [name, statementKind(sql)]);
  expect(Object.fromEntries(kinds)).toEqual({
    fresh: "look",
    due: "other",
    poll: "other",
    inWork: "other",
    claim: "claim",
    claimDue: "claim",
    claimed: "other",
    start: "other",
    heartbeat: "other",
    complete: "complete",
    retry: "other",
    dead: "other",
    releaseStarted: "other",
    release: "other",
    verdict: "other",
  });
});
