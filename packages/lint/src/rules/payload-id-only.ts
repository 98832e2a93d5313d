import { isOther, isQueueLike, isThinkQueue, keyWords } from "../facts/redis-keys.js";
import { commandsIn } from "../facts/redis-order.js";
import type { Rule, RuleMeta } from "../rule.js";
import { redisReport, redisTriggers } from "./redis-report.js";

const meta: RuleMeta = {
  name: "payload-id-only",
  summary: "What goes through Redis is the id of a row; the row is read when its turn comes.",
  severity: { queue: "info", work: "info", elsewhere: "off" },
  triggers: redisTriggers("xadd", "lpush", "rpush"),
};

export const payloadIdOnly: Rule = {
  meta,
  flow: (flow) =>
    commandsIn(flow, ({ command }) => /^(?:xadd|[lr]push)$/.test(command)).flatMap(({ step }) => {
      const { call } = step;
      const [key] = call.keys;
      if (key === undefined || isOther(key) || isThinkQueue(key)) return [];
      if (call.command !== "xadd" && !isQueueLike(key)) return [];
      const row = call.values.find((value) => value.isRow);
      if (row === undefined) return [];
      return [
        redisReport(flow, step, {
          scope: "queue",
          span: row.span,
          message: `A copy of the whole row goes into ${keyWords(key)}: it is old by the time it is read, and Redis keeps all of it in memory.`,
          help: "put in its primary key alone, and read the row when it is worked on.",
        }),
      ];
    }),
};
