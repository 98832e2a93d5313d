import type { Handler, HandlerModule, Log } from "@queuegen/runtime";
import { createWorker, type StopReason, type Worker, type WorkerEvents, type WorkerOptions } from "@queuegen/runtime";
import type { NotifyJob, NotifyNew } from "../../generated-example/src/queues/generated/notify/table.js";
import type { FreshDatabase } from "../services/database.js";
import type { TestQueue } from "./queue.js";

export const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

export function newJobs(count: number): NotifyNew[] {
  return Array.from({ length: count }, (_, i) => ({ user_id: i, payload: { title: `t${i}`, body: "b" } }));
}

export interface RunningWorker extends Worker {
  /** Resolves when the worker has ended. */
  readonly ended: Promise<StopReason>;
  /** The next event that passes. */
  next<Name extends keyof WorkerEvents>(
    name: Name,
    passes?: (event: WorkerEvents[Name]) => boolean,
  ): Promise<WorkerEvents[Name]>;
  /** Stops and waits for the end. */
  close(): Promise<StopReason>;
}

export function startWorker(
  database: FreshDatabase,
  queue: TestQueue,
  handler: Handler<NotifyJob> | HandlerModule,
  options: Partial<WorkerOptions> = {},
): RunningWorker {
  const db = options.db ?? database.pool({ connectionLimit: 20 });
  const worker = createWorker(queue.registry, { log: silent, ...options, db, handlers: { notify: handler } });
  const ended = worker.run();
  return {
    run: () => ended,
    stop: () => worker.stop(),
    abort: (reason) => worker.abort(reason),
    health: (limits) => worker.health(limits),
    on: (name, listener) => worker.on(name, listener),
    ended,
    next: (name, passes = () => true) =>
      new Promise((resolve) => {
        const off = worker.on(name, (event) => {
          if (!passes(event)) return;
          off();
          resolve(event);
        });
      }),
    close: () => {
      worker.stop();
      return ended;
    },
  };
}

/** Resolves when `count` jobs are completed. */
export function completed(worker: RunningWorker, count: number): Promise<void> {
  let done = 0;
  return worker
    .next("completed", (event) => {
      done += event.count;
      return done >= count;
    })
    .then(() => undefined);
}
