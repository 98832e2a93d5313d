import type { StatementFact } from "../facts/code.js";
import { knownValue } from "../facts/expression.js";
import type { Project } from "../facts/project.js";
import type { RedisFlow, RedisStep, StatementStep } from "../facts/redis.js";
import { isOther, isQueueLike, keyWords } from "../facts/redis-keys.js";
import { commandsIn, mayFollow } from "../facts/redis-order.js";
import { scopeOf, tableWords } from "../facts/scope.js";
import { constantName, plainWord } from "../facts/states.js";
import { isStatusLike } from "../facts/work-shape.js";
import type { Rule, RuleMeta } from "../rule.js";
import { redisReport, redisTriggers } from "./redis-report.js";

const meta: RuleMeta = {
  name: "mark-before-enqueue",
  summary: "A row is marked as queued before its id is put into Redis, never after.",
  severity: { queue: "error", work: "error", elsewhere: "off" },
  triggers: redisTriggers("xadd", "lpush", "rpush"),
};

const ENQUEUES = /^(?:xadd|[lr]push)$/;

export const markBeforeEnqueue: Rule = {
  meta,
  flow: (flow, project) =>
    commandsIn(flow, (call) => ENQUEUES.test(call.command)).flatMap(({ step, index }) => {
      const key = step.call.keys[0];
      if (key !== undefined && isOther(key)) return [];
      if (step.call.command !== "xadd" && !isQueueLike(key)) return [];
      const marks = flow.steps.flatMap((one, at) =>
        one.kind === "statement" && marksQueued(one.fact, project) ? [{ one, at }] : [],
      );
      if (marks.some(({ one, at }) => at < index && mayFollow(one.place, step.place))) return [];
      const late = marks.find(({ one, at }) => at > index && mayFollow(step.place, one.place));
      return late === undefined ? [] : [report(flow, step, late.one, project)];
    }),
};

function report(
  flow: RedisFlow,
  step: RedisStep,
  mark: StatementStep,
  project: Project,
): ReturnType<typeof redisReport> {
  const scope = scopeOf(mark.fact.statement, project);
  return redisReport(flow, step, {
    scope: scope.kind === "queue" ? "queue" : "work",
    ...(scope.kind === "queue" || step.call.command === "xadd" ? {} : { severity: "warning" as const }),
    message: `The row is put into ${keyWords(step.call.keys[0])} before ${tableWords(scope)} says so: a consumer may have it, or even be done with it, when the mark overwrites its state.`,
    help: "write the mark first, guarded by the state it expects, then `XADD`; rows that were marked and never sent are given back after a time.",
    related: [{ message: "marked only here", span: mark.fact.statement.span }],
  });
}

/** An UPDATE that makes rows queued. In the tables of an outbox the mark says that the message is out: it comes last. */
function marksQueued({ statement }: StatementFact, project: Project): boolean {
  if (statement.verb !== "update" || statement.tables.some(({ name }) => /outbox|event|message/i.test(name ?? "")))
    return false;
  const isQueue = scopeOf(statement, project).kind === "queue";
  return statement.sets.some(({ column, value }) => {
    if (!isStatusLike(column)) return false;
    const known = knownValue(value);
    if (known === 4) return isQueue;
    const word = typeof known === "string" ? known : constantName(value);
    return word !== undefined && /(?:^|status|state)(?:en|in)?queued?$/.test(plainWord(word));
  });
}
