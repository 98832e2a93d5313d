import type { RedisValue } from "../facts/redis.js";
import { isThinkQueue, keyWords } from "../facts/redis-keys.js";
import { commandsIn } from "../facts/redis-order.js";
import type { Rule, RuleMeta } from "../rule.js";
import { redisReport } from "./redis-report.js";

const meta: RuleMeta = {
  name: "payload-meta",
  summary: "A payload for think-queue has job, data, id and attempts: without them its workers do not run it.",
  severity: { queue: "error", work: "error", elsewhere: "off" },
  triggers: [["queues:", "redis|valkey"]],
};

export const payloadMeta: Rule = {
  meta,
  flow: (flow) =>
    commandsIn(flow, ({ command }) => /^(?:[lr]push|zadd)$/.test(command)).flatMap(({ step }) => {
      const [key] = step.call.keys;
      if (!isThinkQueue(key)) return [];
      return step.call.values.flatMap((value) => {
        const missing = missingKeys(value);
        if (missing.length === 0) return [];
        return [
          redisReport(flow, step, {
            scope: "queue",
            span: value.span,
            // Only a PHP class says for sure who reads it; other programs may use such keys as they like.
            ...(isPhpJob(value.json?.job) ? {} : { severity: "warning" as const }),
            message: `The payload for ${keyWords(key)} lacks ${missing.map((name) => `\`${name}\``).join(" and ")}: a worker of think-queue counts attempts and removes jobs by them.`,
            help: "`{ job, data, id, attempts: 1 }` with an id of 32 random characters for think-queue 1.x and 2.x; for 3.x `attempts: 0`, `maxTries` and `timeout` besides.",
          }),
        ];
      });
    }),
};

function missingKeys({ json }: RedisValue): readonly string[] {
  const keys = json?.keys;
  return keys?.includes("job") ? ["data", "id", "attempts"].filter((name) => !keys.includes(name)) : [];
}

/** `app\\job\\Mail`, `app\\job\\Mail@fire` */
function isPhpJob(job: string | undefined): boolean {
  return job !== undefined && /\\|^[A-Z]\w*@\w+$/.test(job);
}
