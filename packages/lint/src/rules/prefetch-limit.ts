import type { LuaCommand, RedisFlow, RedisScript, RedisStep } from "../facts/redis.js";
import { isByScore, readsDue } from "../facts/redis-due.js";
import { isOther, isQueueLike, keyWords } from "../facts/redis-keys.js";
import { commandsIn, isRepeated } from "../facts/redis-order.js";
import type { Report, Rule, RuleMeta } from "../rule.js";
import { redisReport } from "./redis-report.js";

const meta: RuleMeta = {
  name: "prefetch-limit",
  summary: "A worker that takes all that is due takes the whole backlog after an outage: take at most 50.",
  severity: { queue: "warning", work: "warning", elsewhere: "off" },
  triggers: [["zrange|xreadgroup", "redis|valkey"]],
};

export const prefetchLimit: Rule = {
  meta,
  flow: (flow) => [...dueReads(flow), ...groupReads(flow)],
  script: (script) => {
    const read = script.commands.findIndex(isDueRead);
    const found =
      read === -1 ? undefined : judgeScript(script, script.commands[read]!, script.commands.slice(read + 1));
    return found === undefined ? [] : [found];
  },
};

function dueReads(flow: RedisFlow): readonly Report[] {
  return commandsIn(flow, (call) => isByScore(call) && readsDue(call)).flatMap(({ step }) => {
    const { call } = step;
    const [key] = call.keys;
    if (call.words.includes("LIMIT") || call.isOpen || key === undefined || isOther(key)) return [];
    if (!isQueueLike(key) && !(isRepeated(flow, step) && isTakenFrom(flow, step))) return [];
    return [
      redisReport(flow, step, {
        scope: isQueueLike(key) ? "queue" : "work",
        message: `\`${call.text}\` reads all that is due in ${keyWords(key)}: after an outage one worker holds the whole backlog in memory.`,
        help: "take at most 50 at a time: `LIMIT 0 50`, in node-redis `{ LIMIT: { offset: 0, count: 50 } }`.",
      }),
    ];
  });
}

function isTakenFrom(flow: RedisFlow, read: RedisStep): boolean {
  return flow.steps.some(
    (step) =>
      step.kind === "redis" && step.call.command.startsWith("zrem") && step.call.keys[0]?.id === read.call.keys[0]?.id,
  );
}

/** The id `>` stands for entries that nobody has got; without COUNT all of them are handed to the one who asks first. */
function groupReads(flow: RedisFlow): readonly Report[] {
  return commandsIn(flow, ({ command }) => command === "xreadgroup").flatMap(({ step }) => {
    const { call } = step;
    if (call.words.includes("COUNT") || call.isOpen || !call.values.some((id) => id.known === ">")) return [];
    return [
      redisReport(flow, step, {
        scope: "queue",
        message: `\`${call.text}\` without COUNT hands all entries of ${keyWords(call.keys[0])} that wait to this one consumer.`,
        help: "ask for as many as are worked on at once: `COUNT 10`.",
      }),
    ];
  });
}

function isDueRead({ command, args }: LuaCommand): boolean {
  const isScore = command === "zrangebyscore" || (command === "zrange" && args.some((arg) => /byscore/i.test(arg)));
  return isScore && /^["']?(?:-inf|0)["']?$/.test(args[1] ?? "") && !/^["']?\+?inf["']?$/.test(args[2] ?? "");
}

/** A script that takes due members away and puts them somewhere else, or returns them. */
function judgeScript(script: RedisScript, read: LuaCommand, after: readonly LuaCommand[]): Report | undefined {
  const removal = after.find(({ command, args }) => /^zrem/.test(command) && args[0] === read.args[0]);
  const isMoved = after.some(({ command }) => /^(?:[lr]push|zadd|xadd)$/.test(command));
  if (removal === undefined || !isMoved) return undefined;
  const limited = read.args.some((arg) => /^["']limit["']$/i.test(arg));
  const isCut =
    limited || /\bmath\.min\s*\(|\bfor\s+\w+\s*=\s*1\s*,\s*(?:\d|math\.min|limit|max|count|ARGV)/i.test(script.text);
  const common = { outer: script.outer, scope: "queue" as const, table: undefined };
  if (removal.command === "zremrangebyscore" && isCut) {
    return {
      ...common,
      at: { source: script.source, span: removal.span },
      severity: "error",
      message: "The script takes some of what is due and removes all of it: the rest is lost.",
      help: "remove exactly what was taken: `ZREM` for each member read, or `ZREMRANGEBYRANK key 0 #tasks - 1`.",
      related: [{ message: "read here", at: { source: script.source, span: read.span } }],
    };
  }
  if (limited) return undefined;
  return {
    ...common,
    at: { source: script.source, span: read.span },
    message:
      "The script takes all that is due: after an outage one call moves the whole backlog, and Redis serves nobody else meanwhile.",
    help: "take at most 50 (`ZRANGEBYSCORE ... LIMIT 0 50`) and remove exactly those.",
  };
}
