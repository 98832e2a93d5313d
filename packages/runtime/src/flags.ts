import { parseArgs } from "node:util";
import { UsageError } from "./errors.js";
import { type Duration, durationMs } from "./time/duration.js";
import { type Size, sizeBytes } from "./worker/limits/size.js";

/** What the command line of a worker may say. */
export interface Flags {
  readonly queues?: readonly string[];
  readonly once?: boolean;
  readonly concurrency?: number;
  readonly totalConcurrency?: number;
  readonly maxRunTime?: number;
  readonly maxRss?: number;
  readonly maxJobs?: number;
  readonly maxAge?: number;
  readonly maxHanging?: number;
  readonly help?: boolean;
}

export const USAGE = `Options of this worker:
  --queue NAME          consume this queue only; may be given several times
  --once                one claim of each queue, then end
  --concurrency N       handlers at once, instead of what the registry says
  --total-concurrency N handlers at once over all queues, shared by their weights
  --max-run-time TIME   stop after this time: 50s, 10m, 2h
  --max-rss SIZE        begin anew (exit code 75) when this process takes so much memory: 512MB, 2GB
  --max-jobs N          ... after so many attempts
  --max-age TIME        ... after this time: 6h, 1d
  --max-hanging N       ... when so many handlers go on after their time-out
  --help                show this`;

/** Throws a UsageError that names the flag and what it takes. */
export function parseFlags(argv: readonly string[]): Flags {
  const { queue, once, help, ...values } = parse(argv);
  return {
    ...(queue && { queues: queue }),
    ...(once && { once }),
    ...(help && { help }),
    ...given("concurrency", values.concurrency, toCount("--concurrency", 10_000)),
    ...given("totalConcurrency", values["total-concurrency"], toCount("--total-concurrency", 10_000)),
    ...given("maxRunTime", values["max-run-time"], toMs("--max-run-time")),
    ...given("maxRss", values["max-rss"], toBytes("--max-rss")),
    ...given("maxJobs", values["max-jobs"], toCount("--max-jobs", Number.MAX_SAFE_INTEGER)),
    ...given("maxAge", values["max-age"], toMs("--max-age")),
    ...given("maxHanging", values["max-hanging"], toCount("--max-hanging", 10_000)),
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: false,
      options: {
        queue: { type: "string", multiple: true },
        once: { type: "boolean" },
        concurrency: { type: "string" },
        "total-concurrency": { type: "string" },
        "max-run-time": { type: "string" },
        "max-rss": { type: "string" },
        "max-jobs": { type: "string" },
        "max-age": { type: "string" },
        "max-hanging": { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(". ")[0]}.\n${USAGE}`);
  }
}

function given(key: keyof Flags, text: string | undefined, read: (text: string) => number): Partial<Flags> {
  return text === undefined ? {} : { [key]: read(text) };
}

function toCount(flag: string, most: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (Number.isSafeInteger(count) && count > 0 && count <= most) return count;
    const limit = most === Number.MAX_SAFE_INTEGER ? "above 0" : `from 1 to ${most}`;
    throw new UsageError(`${flag} takes a whole number ${limit}, not ${JSON.stringify(text)}.\n${USAGE}`);
  };
}

function toMs(flag: string): (text: string) => number {
  return (text) => {
    try {
      return durationMs(text as Duration);
    } catch {
      throw new UsageError(`${flag} takes a time like 50s, 10m or 2h, not ${JSON.stringify(text)}.\n${USAGE}`);
    }
  };
}

function toBytes(flag: string): (text: string) => number {
  return (text) => {
    try {
      return sizeBytes(text as Size);
    } catch {
      throw new UsageError(`${flag} takes a size like 512MB or 2GB, not ${JSON.stringify(text)}.\n${USAGE}`);
    }
  };
}
