import type { RedisFlow, RedisStep, Step, WorkStep } from "../facts/redis.js";
import { keyWords } from "../facts/redis-keys.js";
import { commandsIn, isWithinLoopsOf, mayFollow } from "../facts/redis-order.js";
import type { Rule, RuleMeta } from "../rule.js";
import { redisReport, redisTriggers } from "./redis-report.js";

const meta: RuleMeta = {
  name: "ack-after-work",
  summary:
    "An entry that is acknowledged before its work, without a claim in the database, is lost when the worker dies.",
  severity: { queue: "error", work: "error", elsewhere: "off" },
  triggers: redisTriggers("xack"),
};

export const ackAfterWork: Rule = {
  meta,
  flow: (flow) =>
    commandsIn(flow, ({ command }) => command === "xack" || command === "xackdel").flatMap(({ step, index }) => {
      const read = lastRead(flow, step, index);
      if (read === undefined || read.step.call.words.includes("NOACK")) return [];
      const between = flow.steps.slice(read.index + 1, index);
      if (between.some((one) => isKept(one) && mayFollow(one.place, step.place))) return [];
      const work = flow.steps
        .slice(index + 1)
        .find(
          (one): one is WorkStep =>
            one.kind === "work" &&
            isWork(one) &&
            isWithinLoopsOf(one.place, step.place) &&
            mayFollow(step.place, one.place),
        );
      if (work === undefined) return [];
      return [
        redisReport(flow, step, {
          scope: "queue",
          message: `The entry of ${keyWords(step.call.keys[0])} is acknowledged before its work: if this process ends in between, nobody gets it again.`,
          help: "acknowledge when the work is done; or claim the row first (`UPDATE ... SET status = 1 ... WHERE id = ? AND status = 4`), then acknowledge: what was claimed is given back by its lease.",
          related: [{ message: "the work begins here", span: work.span }],
        }),
      ];
    }),
};

function lastRead(flow: RedisFlow, ack: RedisStep, index: number): { step: RedisStep; index: number } | undefined {
  const reads = commandsIn(flow, ({ command }) => /^(?:xreadgroup|xautoclaim|xclaim)$/.test(command));
  return reads.findLast((one) => one.index < index && mayFollow(one.step.place, ack.place));
}

/** What may be the work itself, a claim, or a place where the entry is kept. */
function isKept(step: Step): boolean {
  if (step.kind === "statement") return step.fact.statement.verb !== "select";
  if (step.kind === "redis") return /^(?:set|setnx|hset|hmset|sadd|zadd|[lr]push|xadd)$/.test(step.call.command);
  return step.isWaitedFor && !step.isHelper && !PAUSE.test(step.name);
}

const PAUSE = /^(?:sleep|delay|wait|pause|setTimeout)/;
const WORK =
  /^_?(?:process|handle|work|run|execute|perform|send|notify|deliver|upload|download|fetch|sync|import|export|render|generate|convert|charge|pay|dispatch|consume|crawl|scrape|transform|encode|transcode|email|mail|do|invoke|on)(?:[A-Z_]\w*)?$|^(?:handler|callback|processor|job|task)$/;

function isWork(step: WorkStep): boolean {
  return !PAUSE.test(step.name) && (WORK.test(step.name) || (step.isSlow && step.isWaitedFor));
}
