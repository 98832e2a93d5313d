import type { Project } from "../facts/project.js";
import type { RedisStep } from "../facts/redis.js";
import { keyWords } from "../facts/redis-keys.js";
import { commandsIn } from "../facts/redis-order.js";
import type { Rule, RuleMeta } from "../rule.js";
import { redisReport, redisTriggers } from "./redis-report.js";

const meta: RuleMeta = {
  name: "autoclaim-present",
  summary: "Entries that a dead consumer has got stay with it until somebody takes them over: XAUTOCLAIM.",
  severity: { queue: "warning", work: "warning", elsewhere: "off" },
  triggers: [...redisTriggers("xreadgroup"), "xautoclaim|xclaim"],
  wholeProject: true,
};

export const autoclaimPresent: Rule = {
  meta,
  flow: (flow, project) => {
    const reads = readsWithoutTakeover(project);
    return commandsIn(flow, ({ command }) => command === "xreadgroup").flatMap(({ step }) =>
      reads.has(step)
        ? [
            redisReport(flow, step, {
              scope: "queue",
              message: `None of the files read takes over entries of ${keyWords(step.call.keys[0])} that a dead consumer has left: they are never done.`,
              help: "now and then `XAUTOCLAIM key group consumer min-idle-time 0 COUNT 10`, with an idle time longer than any work takes, and work on what it answers.",
            }),
          ]
        : [],
    );
  },
};

const remembered = new WeakMap<Project, ReadonlySet<RedisStep>>();

/** The first read by a group of each file; none where any file of the run takes entries over. */
function readsWithoutTakeover(project: Project): ReadonlySet<RedisStep> {
  const known = remembered.get(project);
  if (known !== undefined) return known;
  const firsts = new Set<RedisStep>();
  for (const { redis } of project.files) {
    const reads = redis.flows.flatMap((flow) => commandsIn(flow, (call) => call.command === "xreadgroup"));
    const first = reads.find(({ step }) => !step.call.words.includes("NOACK") && !step.call.isOpen);
    if (first !== undefined) firsts.add(first.step);
  }
  if (firsts.size > 0 && project.files.some(({ source }) => /xautoclaim|xclaim/i.test(source.text))) firsts.clear();
  remembered.set(project, firsts);
  return firsts;
}
