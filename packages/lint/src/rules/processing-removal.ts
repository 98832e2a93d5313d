import type { RedisFlow, RedisStep, RedisValue } from "../facts/redis.js";
import { keyWords } from "../facts/redis-keys.js";
import { commandsIn } from "../facts/redis-order.js";
import type { Rule, RuleMeta } from "../rule.js";
import { redisReport, redisTriggers } from "./redis-report.js";

const meta: RuleMeta = {
  name: "processing-removal",
  summary: "LREM finds an element by its bytes: it is given exactly what was taken.",
  severity: { queue: "warning", work: "warning", elsewhere: "off" },
  triggers: redisTriggers("lrem"),
};

const IN_WORK = new Set(["processing", "reserved", "inflight", "working", "active", "unacked", "running", "doing"]);
const MOVES = /^(?:b?lmove|b?rpoplpush)$/;

export const processingRemoval: Rule = {
  meta,
  flow: (flow) =>
    commandsIn(flow, ({ command }) => command === "lrem").flatMap(({ step, index }) => {
      const [value] = step.call.values;
      if (value === undefined) return [];
      const isMoved = commandsIn(flow, ({ command }) => MOVES.test(command)).some(
        (one) => one.index < index && one.step.call.target?.id === step.call.keys[0]?.id,
      );
      if (!isMoved && !step.call.keys[0]?.words.some((word) => IN_WORK.has(word))) return [];
      const message = faultOf(value, step, flow, isMoved);
      if (message === undefined) return [];
      return [
        redisReport(flow, step, {
          scope: "queue",
          span: value.span,
          message,
          help: "keep the element as it was taken (`const raw = await redis.lmove(...)`) and give `lrem` that very string.",
        }),
      ];
    }),
};

function faultOf(value: RedisValue, step: RedisStep, flow: RedisFlow, isMoved: boolean): string | undefined {
  const key = keyWords(step.call.keys[0]);
  if (value.isUndeclared) return `\`${value.text}\` is declared nowhere in this file: nothing is removed from ${key}.`;
  const { json } = value;
  if (json !== undefined) {
    // Who has put it in as the same expression gets the same bytes.
    const isPutSo = commandsIn(flow, ({ command }) => /^(?:[lr]push|lrem)$/.test(command)).some(
      ({ step: other }) =>
        other !== step &&
        other.call.command !== "lrem" &&
        other.call.keys[0]?.id === step.call.keys[0]?.id &&
        other.call.values.some((one) => one.json?.text === json.text),
    );
    return isPutSo
      ? undefined
      : `\`${value.text}\` makes the text anew: where one byte differs from what was taken, nothing is removed from ${key}.`;
  }
  return isMoved && value.isParsed
    ? `\`${value.text}\` is a part of the element, not the element: nothing is removed from ${key}.`
    : undefined;
}
