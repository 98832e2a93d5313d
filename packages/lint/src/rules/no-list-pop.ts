import type { RedisFlow, RedisStep } from "../facts/redis.js";
import { isOther, isQueueLike, keyWords } from "../facts/redis-keys.js";
import { commandsIn, isRepeated, mayFollow } from "../facts/redis-order.js";
import type { Rule, RuleMeta } from "../rule.js";
import { redisReport, redisTriggers } from "./redis-report.js";

const meta: RuleMeta = {
  name: "no-list-pop",
  summary: "A job that is popped off a Redis list is lost when the worker dies before it is done.",
  severity: { queue: "error", work: "error", elsewhere: "off" },
  triggers: redisTriggers("lpop", "rpop", "lmpop"),
};

const POPS = /^(?:b?[lr]pop|b?lmpop)$/;
const WRITES = /^(?:lpush|rpush|zadd|hset|hmset|set|sadd|xadd)$/;

export const noListPop: Rule = {
  meta,
  flow: (flow) =>
    commandsIn(flow, (call) => POPS.test(call.command) && !call.isDropped).flatMap(({ step, index }) => {
      const severity = severityOf(flow, step);
      if (severity === undefined) return [];
      const { call } = step;
      const kept = keptAt(flow, step, index);
      const key = keyWords(call.keys.find(isQueueLike) ?? call.keys[0]);
      const lost = "what was taken is lost";
      return [
        redisReport(flow, step, {
          scope: call.keys.some(isQueueLike) ? "queue" : "work",
          ...(severity === "error" && kept === undefined ? {} : { severity: "warning" as const }),
          message:
            kept === undefined
              ? `\`${call.text}\` takes an element out of ${key} for good: if this process ends before the work is done, ${lost}.`
              : `\`${call.text}\` takes an element out of ${key} before it is kept elsewhere: if this process ends between the two commands, ${lost}.`,
          help: call.command.startsWith("b")
            ? "move it in one step, `blmove(key, processing, ...)`, and `lrem` it from there when the work is done; or read a stream by a consumer group."
            : "move it in one step, `lmove(key, processing, ...)` or a Lua script, and remove it from there when the work is done; or read a stream by a consumer group.",
          ...(kept === undefined ? {} : { related: [{ message: "kept only here", span: kept.call.name }] }),
        }),
      ];
    }),
};

function severityOf(flow: RedisFlow, step: RedisStep): "error" | "warning" | undefined {
  const { call, place } = step;
  if (call.keys.length === 0 || call.keys.some(isOther)) return undefined;
  const repeated = isRepeated(flow, step);
  if (call.keys.some(isQueueLike)) return repeated || place.loops.length > 0 ? "error" : "warning";
  if (!repeated) return undefined;
  // A worker that waits for elements of whatever name; without waiting it may be something else that is emptied.
  return call.command.startsWith("b") ? "error" : "warning";
}

/** The command right behind the pop that puts the element somewhere else, as the PHP driver of think-queue does. */
function keptAt(flow: RedisFlow, step: RedisStep, index: number): RedisStep | undefined {
  const next = flow.steps.slice(index + 1).find((one) => one.kind !== "work" || (one.isWaitedFor && !one.isHelper));
  return next?.kind === "redis" && WRITES.test(next.call.command) && mayFollow(step.place, next.place)
    ? next
    : undefined;
}
