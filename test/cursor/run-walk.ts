import {
  createWorker,
  type Handler,
  type Log,
  type StopReason,
  type WorkerEvents,
  type WorkerOptions,
} from "@queuegen/runtime";
import type { FreshDatabase } from "../services/database.js";
import type { Row, WalkQueue } from "./walk-queue.js";

export const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

export interface Walk {
  readonly ended: Promise<StopReason>;
  /** Errors that the worker has told of. */
  readonly errors: readonly unknown[];
  stop(): void;
  next<Name extends keyof WorkerEvents>(name: Name): Promise<WorkerEvents[Name]>;
}

/** A worker of the queue in this process. It ends by itself when all is walked. */
export function startWalk(
  database: FreshDatabase,
  queue: WalkQueue,
  handler: Handler<readonly Row[]>,
  options: Partial<WorkerOptions> = {},
): Walk {
  const db = database.pool({ connectionLimit: 20 });
  const worker = createWorker(queue.registry, { log: silent, db, ...options, handlers: { walk: handler } });
  const errors: unknown[] = [];
  worker.on("error", ({ error }) => errors.push(error));
  const ended = worker.run();
  return {
    ended,
    errors,
    stop: () => worker.stop(),
    next: (name) =>
      new Promise((resolve) => {
        const off = worker.on(name, (event) => {
          off();
          resolve(event);
        });
      }),
  };
}

/** Puts rows into a table, some thousands a statement. */
export async function fill(
  database: FreshDatabase,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += 2_000) {
    const some = rows.slice(from, from + 2_000);
    const marks = some.map((row) => `(${row.map(() => "?").join(",")})`).join(",");
    await database.query(`INSERT INTO ${table} (${columns.join(", ")}) VALUES ${marks}`, some.flat());
  }
}

export interface RangeRow {
  readonly id: number;
  readonly status: number;
  readonly attempts: number;
  readonly rows_planned: number;
  readonly rows_seen: number;
  readonly rows_done: number;
  readonly error_message: string | null;
}

export function ranges(database: FreshDatabase): Promise<RangeRow[]> {
  return database.query<RangeRow>(
    "SELECT id, status, attempts, rows_planned, rows_seen, rows_done, error_message FROM walk_range ORDER BY id",
  );
}
