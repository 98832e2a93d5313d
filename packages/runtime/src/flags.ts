import { parseArgs } from "node:util";
import { UsageError } from "./errors.js";
import { type Duration, durationMs } from "./time/duration.js";

/** What the command line of a worker may say. */
export interface Flags {
  readonly queues?: readonly string[];
  readonly once?: boolean;
  readonly concurrency?: number;
  readonly maxRunTime?: number;
  readonly help?: boolean;
}

export const USAGE = `Options of this worker:
  --queue NAME          consume this queue only; may be given several times
  --once                one claim of each queue, then end
  --concurrency N       handlers at once, instead of what the registry says
  --max-run-time TIME   stop after this time: 50s, 10m, 2h
  --help                show this`;

/** Throws a UsageError that names the flag and what it takes. */
export function parseFlags(argv: readonly string[]): Flags {
  const { queue, once, concurrency, help, "max-run-time": maxRunTime } = parse(argv);
  return {
    ...(queue && { queues: queue }),
    ...(once && { once }),
    ...(help && { help }),
    ...(concurrency !== undefined && { concurrency: toCount(concurrency) }),
    ...(maxRunTime !== undefined && { maxRunTime: toMs(maxRunTime) }),
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
        "max-run-time": { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(". ")[0]}.\n${USAGE}`);
  }
}

function toCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0 && count <= 10_000) return count;
  throw new UsageError(`--concurrency takes a whole number from 1 to 10000, not ${JSON.stringify(text)}.\n${USAGE}`);
}

function toMs(text: string): number {
  try {
    return durationMs(text as Duration);
  } catch {
    throw new UsageError(`--max-run-time takes a time like 50s, 10m or 2h, not ${JSON.stringify(text)}.\n${USAGE}`);
  }
}
