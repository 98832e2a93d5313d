import type { Project } from "../facts/project.js";
import type { RedisFlow, RedisStep, RedisValue, TimeUnit } from "../facts/redis.js";
import { isOther, isThinkQueue, keyWords } from "../facts/redis-keys.js";
import { commandsIn } from "../facts/redis-order.js";
import type { Place } from "../facts/table-schema.js";
import type { Report, Rule, RuleMeta } from "../rule.js";
import { redisReport, redisTriggers } from "./redis-report.js";

const meta: RuleMeta = {
  name: "score-unit",
  summary: "All who write and read the times of one sorted set count them in one unit; think-queue in seconds.",
  severity: { queue: "warning", work: "warning", elsewhere: "off" },
  triggers: redisTriggers("zadd", "zrange"),
};

export const scoreUnit: Rule = {
  meta,
  flow: (flow, project) =>
    commandsIn(flow, ({ command }) => /^z(?:add|rangebyscore|range|remrangebyscore)$/.test(command)).flatMap(
      ({ step }): Report[] => {
        const { call } = step;
        const [key] = call.keys;
        if (key === undefined || isOther(key)) return [];
        const times = [...call.scores, ...call.bounds];
        if (isThinkQueue(key)) return times.filter(isMilliseconds).map((time) => thinkQueue(flow, step, time));
        const written = writtenUnits(project).get(key.id);
        const other = times.find(({ unit }) => unit !== undefined && unit !== written?.unit);
        return other === undefined || written === undefined ? [] : [mixed(flow, step, other, written)];
      },
    ),
};

function isMilliseconds({ unit }: RedisValue): boolean {
  return unit === "milliseconds";
}

function thinkQueue(flow: RedisFlow, step: RedisStep, time: RedisValue): Report {
  return redisReport(flow, step, {
    scope: "queue",
    span: time.span,
    message: `${keyWords(step.call.keys[0])} belongs to think-queue, whose scores are seconds; with \`${time.text}\` in milliseconds ${effect(step, time)}.`,
    help: "`Math.ceil(Date.now() / 1000) + delay`, so that nothing is early.",
  });
}

function mixed(flow: RedisFlow, step: RedisStep, time: RedisValue, { unit, at }: WrittenUnit): Report {
  const { outer, ...report } = redisReport(flow, step, {
    scope: "queue",
    span: time.span,
    message: `\`${time.text}\` counts in ${time.unit}, the scores of ${keyWords(step.call.keys[0])} in ${unit}: ${effect(step, time)}.`,
    help: "one unit for all who use the set, best milliseconds.",
  });
  return { ...report, ...(outer === undefined ? {} : { outer }), related: [{ message: `scores in ${unit} here`, at }] };
}

/** A score that is too small is due at once, and so is everything for a bound that is too large. */
function effect({ call }: RedisStep, { unit, span }: RedisValue): string {
  const isScore = call.scores.some((score) => score.span.start === span.start);
  if (isScore) return unit === "seconds" ? "the member is due at once" : "the member is due in fifty thousand years";
  return unit === "seconds" ? "nothing is ever due" : "everything is due at once";
}

interface WrittenUnit {
  readonly unit: TimeUnit;
  readonly at: Place;
}

const remembered = new WeakMap<Project, ReadonlyMap<string, WrittenUnit>>();

/** The unit in which the scores of a key are first written, over all files of the run. */
function writtenUnits(project: Project): ReadonlyMap<string, WrittenUnit> {
  const known = remembered.get(project);
  if (known !== undefined) return known;
  const units = new Map<string, WrittenUnit>();
  for (const flow of project.files.flatMap((file) => file.redis.flows)) {
    for (const { step } of commandsIn(flow, ({ command }) => command === "zadd")) {
      const [key] = step.call.keys;
      const score = step.call.scores.find(({ unit }) => unit !== undefined);
      if (key?.isKnown !== true || score?.unit === undefined || units.has(key.id)) continue;
      units.set(key.id, { unit: score.unit, at: { source: flow.source, span: score.span } });
    }
  }
  remembered.set(project, units);
  return units;
}
