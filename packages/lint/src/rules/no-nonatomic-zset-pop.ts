import type { RedisFlow, RedisStep } from "../facts/redis.js";
import { readsDue } from "../facts/redis-due.js";
import { isOther, isQueueLike, keyWords } from "../facts/redis-keys.js";
import { commandsIn, isRepeated, mayFollow } from "../facts/redis-order.js";
import type { Report, Rule, RuleMeta } from "../rule.js";
import { redisReport, redisTriggers } from "./redis-report.js";

const meta: RuleMeta = {
  name: "no-nonatomic-zset-pop",
  summary: "Due members that are read and removed by two commands are run twice or lost.",
  severity: { queue: "error", work: "warning", elsewhere: "off" },
  triggers: redisTriggers("zrem"),
};

const REMOVALS = /^zrem(?:rangebyscore|rangebyrank)?$/;

export const noNonatomicZsetPop: Rule = {
  meta,
  flow: (flow) => {
    const removals = commandsIn(flow, (call) => REMOVALS.test(call.command));
    if (removals.length === 0) return [];
    return commandsIn(flow, (call) => readsDue(call) && call.batch !== "multi").flatMap(({ step, index }): Report[] => {
      const key = step.call.keys[0];
      if (key === undefined || isOther(key) || isAlone(flow, step, index)) return [];
      const after = removals.filter(
        (one) => one.index > index && one.step.call.keys[0]?.id === key.id && mayFollow(step.place, one.step.place),
      );
      // Who asks whether it was he who removed the member has claimed it.
      if (after.some((one) => one.step.call.command === "zrem" && !one.step.call.isDropped)) return [];
      const removal = after[0]?.step;
      if (removal === undefined) return [];
      if (!isQueueLike(key) && !isRepeated(flow, step)) return [];
      return [report(flow, step, removal)];
    });
  },
};

function report(flow: RedisFlow, read: RedisStep, removal: RedisStep): Report {
  const key = read.call.keys[0];
  const isRange = removal.call.command !== "zrem";
  return redisReport(flow, removal, {
    scope: isQueueLike(key) ? "queue" : "work",
    message: isRange
      ? `\`${removal.call.command}\` removes more than was read from ${keyWords(key)}: what was added in between is lost, and another worker has read the same members.`
      : `Two workers read the same members of ${keyWords(key)} before either removes them: both run them, and one that dies after \`zrem\` loses its own.`,
    help: "do both in one Lua script that takes at most 50 (`ZRANGEBYSCORE key -inf now LIMIT 0 50`), removes exactly those and keeps them in a reserved set; at the least, work on a member only where `await zrem(key, member)` answers 1.",
    related: [{ message: "read here", span: read.call.name }],
  });
}

/** Nobody else can be here meanwhile: a lock was taken, or the key is watched. */
function isAlone(flow: RedisFlow, read: RedisStep, index: number): boolean {
  return flow.steps.slice(0, index).some((step) => {
    if (!mayFollow(step.place, read.place)) return false;
    if (step.kind === "work")
      return (
        /(?:^|[a-z_.])(?:lock|mutex|acquire|leader|exclusive)|redlock/i.test(step.text) && !/unlock/i.test(step.text)
      );
    if (step.kind === "statement") return step.fact.statement.lock !== undefined;
    const { command, words } = step.call;
    return command === "watch" || command === "setnx" || (command === "set" && words.includes("NX"));
  });
}
