import type { Log } from "@queuegen/runtime";
import { reportOf, tell } from "./link.js";
import type { FromWorker } from "./messages.js";

const CLAIM_LOST = /job (\d+): claim lost/;

/** A logger that tells the test of lost claims and of errors that were dealt with, and writes all lines to stderr. */
export function tellingLog(): Log {
  const write =
    (level: string) =>
    (first: string | object, message?: string): void => {
      const text = typeof first === "string" ? first : `${message ?? ""} ${JSON.stringify(first, errorText)}`;
      process.stderr.write(`${new Date().toISOString()} ${level} ${text}\n`);
      const job = CLAIM_LOST.exec(text)?.[1];
      if (job !== undefined) tell<FromWorker>({ kind: "event", event: "claimLost", job });
      const { err } = first as { err?: unknown };
      if (err !== undefined) tell<FromWorker>({ kind: "event", event: "error", error: reportOf(err) });
    };
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}

function errorText(_key: string, value: unknown): unknown {
  return value instanceof Error ? reportOf(value) : value;
}
