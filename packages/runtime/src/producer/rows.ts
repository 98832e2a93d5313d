import { randomBytes } from "node:crypto";
import { encodeColumn } from "../codec/encode.js";
import { ConfigError, PayloadError } from "../errors.js";
import { Inline, type SqlValue } from "../sql/statement.js";
import { durationMs } from "../time/duration.js";
import type { DatabaseNow } from "./database-now.js";
import type { EnqueueOptions, ProducerSpec } from "./enqueue.js";

const MOST_KEY = 191;
/** A number below is no time in ms that anybody means: 1973. As seconds it is one until the year 5138. */
const SOONEST_MS = 1e11;
const OPTIONS = ["delay", "runAt", "dedupeKey", "afterCommit"];

/** One job, ready to be written. */
export interface NewRow {
  readonly values: Readonly<Record<string, SqlValue>>;
  readonly key: string | undefined;
}

/** Checks and encodes every job before the first is written. @param now the time of the enqueue, as SQL. */
export function encodeRows<Job extends object>(
  spec: ProducerSpec,
  jobs: readonly Job[],
  options: EnqueueOptions<Job>,
  now: DatabaseNow,
): readonly NewRow[] {
  checkOptions(spec, options);
  const columns = new Map(Object.entries(spec.columns));
  const schedule = scheduleOf(options, now.sql);
  return jobs.map((job, index) => {
    const fail = (path: string, problem: string): never => {
      throw new PayloadError(spec.queue, index, path, problem);
    };
    if (typeof job !== "object" || job === null) fail("job", "is not an object");
    const key = keyOf(spec, job, index, options, fail);
    const { queuegen_status, queuegen_run_at } = schedule;
    const values: Record<string, SqlValue> = {
      queuegen_status,
      queuegen_run_at,
      queuegen_now: now,
      queuegen_dedupe_key: key ?? null,
    };
    if (spec.uid) values.queuegen_uid = randomBytes(16).toString("hex");
    const given = Object.keys(job);
    for (const name of given) {
      const column = columns.get(name) ?? fail(name, "is not a column of the queue");
      values[name] = encodeColumn(column, (job as Record<string, unknown>)[name], name, fail);
    }
    if (given.length < columns.size) {
      for (const [name, column] of columns) {
        if (!Object.hasOwn(values, name)) values[name] = encodeColumn(column, undefined, name, fail);
      }
    }
    return { values, key };
  });
}

/** A misspelt option must not turn into a job that runs at once, or twice. */
function checkOptions(spec: ProducerSpec, options: object): void {
  const { afterCommit } = options as { readonly afterCommit?: unknown };
  if (afterCommit !== undefined && typeof afterCommit !== "function") {
    throw new ConfigError(
      `queue ${spec.queue}: \`afterCommit\` is a function: wakeAfter((afterCommit) => ...) gives one`,
    );
  }
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown === undefined) return;
  throw new ConfigError(
    `queue ${spec.queue}: enqueue has no option ${JSON.stringify(unknown)}; it takes ${OPTIONS.join(", ")}`,
  );
}

function keyOf<Job>(
  spec: ProducerSpec,
  job: Job,
  index: number,
  { dedupeKey }: EnqueueOptions<Job>,
  fail: (path: string, problem: string) => never,
): string | undefined {
  if (dedupeKey === undefined) return undefined;
  if (spec.duplicates === undefined) {
    throw new ConfigError(`queue ${spec.queue} has no dedupe key: declare \`dedupe: true\` and generate again`);
  }
  const key = typeof dedupeKey === "function" ? dedupeKey(job, index) : dedupeKey;
  if (typeof key !== "string" || key === "") return fail("dedupeKey", "is not a string with something in it");
  if (!key.isWellFormed()) fail("dedupeKey", "has a lone surrogate");
  if (key.length > MOST_KEY) fail("dedupeKey", `has more than ${MOST_KEY} characters`);
  return key;
}

/** Parameters of the queue's own columns; no payload column can have such a name. */
interface Schedule {
  readonly queuegen_status: SqlValue;
  readonly queuegen_run_at: SqlValue;
}

/** Status and due time by the database's clock: 5 (waiting) with a time to come, else 0 and NULL. */
function scheduleOf({ delay, runAt }: EnqueueOptions, now: string): Schedule {
  if (delay !== undefined && runAt !== undefined) throw new RangeError("give either `delay` or `runAt`");
  if (runAt !== undefined) {
    const at = Math.ceil(Number(runAt));
    if (!Number.isSafeInteger(at)) throw new RangeError(`runAt is not a time: ${String(runAt)}`);
    if (typeof runAt === "number" && runAt < SOONEST_MS) {
      throw new RangeError(
        `runAt takes ms since 1970 or a Date; ${runAt} would be in ${new Date(runAt).getUTCFullYear()}: are these seconds?`,
      );
    }
    return {
      queuegen_status: new Inline(`IF(${at} > ${now}, 5, 0)`),
      queuegen_run_at: new Inline(`IF(${at} > ${now}, ${at}, NULL)`),
    };
  }
  const ms = delay === undefined ? 0 : durationMs(delay);
  return ms > 0
    ? { queuegen_status: 5, queuegen_run_at: new Inline(`${now} + ${ms}`) }
    : { queuegen_status: 0, queuegen_run_at: null };
}
