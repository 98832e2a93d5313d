import type { Io } from "./io.js";
import { maskUrls } from "./mask.js";

/** The real world: standard streams, environment, clock, signals. Nothing it prints shows the password of a URL. */
export function processIo(signal: AbortSignal): Io {
  return {
    cwd: process.cwd(),
    env: process.env,
    interactive: process.stdout.isTTY === true,
    out: (text) => void process.stdout.write(maskUrls(text)),
    err: (text) => void process.stderr.write(maskUrls(text)),
    now: () => now(process.env.SOURCE_DATE_EPOCH),
    signal,
  };
}

function now(sourceDateEpoch: string | undefined): Date {
  const seconds = Number(sourceDateEpoch);
  return sourceDateEpoch !== undefined && sourceDateEpoch !== "" && Number.isFinite(seconds)
    ? new Date(seconds * 1000)
    : new Date();
}
