import { inspect } from "node:util";
import type { Log } from "../../log.js";
import type { Channel } from "./channel.js";

type Level = "debug" | "info" | "warn" | "error";

/** `ctx.log` in a child: the worker's logger writes it. */
export function remoteLog(channel: Channel, run: number, fields: object = {}): Log {
  const writer = (level: Level) => (first: string | object, message?: string) => {
    const own = typeof first === "string" ? {} : first;
    const text = typeof first === "string" ? first : (message ?? "");
    const entry = { kind: "log", run, level, message: text } as const;
    try {
      channel.send({ ...entry, fields: { ...fields, ...own } });
    } catch {
      // Functions and the like cannot leave the process.
      channel.send({ ...entry, fields: printed({ ...fields, ...own }) });
    }
  };
  return {
    debug: writer("debug"),
    info: writer("info"),
    warn: writer("warn"),
    error: writer("error"),
    child: (more) => remoteLog(channel, run, { ...fields, ...more }),
  };
}

function printed(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, typeof value === "object" ? inspect(value) : String(value)]),
  );
}
