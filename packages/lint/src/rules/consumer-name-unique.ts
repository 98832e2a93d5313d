import { keyWords } from "../facts/redis-keys.js";
import { commandsIn } from "../facts/redis-order.js";
import type { Rule, RuleMeta } from "../rule.js";
import { redisReport, redisTriggers } from "./redis-report.js";

const meta: RuleMeta = {
  name: "consumer-name-unique",
  summary: "Each worker has its own consumer name: with a fixed one, all processes are one consumer.",
  severity: { queue: "warning", work: "warning", elsewhere: "off" },
  triggers: redisTriggers("xreadgroup"),
};

export const consumerNameUnique: Rule = {
  meta,
  flow: (flow) =>
    commandsIn(flow, ({ command, consumer }) => command === "xreadgroup" && consumer?.known !== undefined).map(
      ({ step }) => {
        const consumer = step.call.consumer!;
        return redisReport(flow, step, {
          scope: "queue",
          span: consumer.span,
          message: `Every process reads ${keyWords(step.call.keys[0])} as the one consumer \`${String(consumer.known)}\`: entries that a dead one has left cannot be told from those in work.`,
          help: "a name of its own that outlives a restart: host name or pod name, and the number of the worker, joined by a hyphen.",
        });
      },
    ),
};
