import type { Pool } from "mysql2/promise";
import type { ErrorReport } from "./messages.js";

/** Settings of this process, as the test gave them. */
export function settingsOf<Settings>(): Settings {
  return JSON.parse(process.env.QUEUEGEN_FAULT_PROCESS ?? "{}") as Settings;
}

/** Tells the test something. */
export function tell<Message extends object>(message: Message): void {
  if (process.connected) process.send?.(message);
}

/** Calls `listen` with each message of the test. */
export function onMessage<Message extends object>(listen: (message: Message) => void): void {
  process.on("message", (message) => listen(message as Message));
}

interface Core {
  query(options: object, done: (error: unknown) => void): void;
  destroy(): void;
}

/** A session that is not named in this time never will be, and its first user must not wait for it. */
const NAMING_MS = 3_000;

/** Gives each session of a pool this process's name, which the triggers write into the transition log. */
export function sessionNamer(pool: Pool, name: string, onFirst: () => void): void {
  let first = true;
  pool.on("connection", (connection) => {
    // The promise pool hands out the callback form here; errors of a session that dies at once are the pool's affair.
    const core = connection as unknown as Core;
    core.query({ sql: "SET @queue_actor = ?", values: [name], timeout: NAMING_MS }, (error) => {
      if (error) return core.destroy();
      if (first) onFirst();
      first = false;
    });
  });
}

/** An error in a form that survives the way to another process. */
export function reportOf(error: unknown): ErrorReport {
  if (!(error instanceof Error)) return { name: "not an Error", message: String(error) };
  const { errno } = error as { errno?: unknown };
  const cause = error.cause instanceof Error ? reportOf(error.cause) : undefined;
  const number = typeof errno === "number" ? errno : cause?.errno;
  return {
    name: error.name,
    message: cause === undefined ? error.message : `${error.message}: ${cause.message}`,
    ...(number === undefined ? {} : { errno: number }),
  };
}
