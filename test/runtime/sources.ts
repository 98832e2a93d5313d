import {
  type Claimed,
  corePool,
  LeaseClock,
  type Reclaim,
  Session,
  type SessionOptions,
  type Source,
} from "@queuegen/runtime/internal";
import type { Pool } from "mysql2/promise";
import type { NotifyJob } from "../../generated-example/src/queues/generated/notify/table.js";
import type { TestQueue } from "./queue.js";

/** One claimer of a queue without a worker around it: its statements one by one, in the order that the test wants. */
export interface OpenSource {
  readonly source: Source<NotifyJob>;
  readonly main: Session;
  readonly beat: Session;
  readonly reclaim: Reclaim;
  /** Errors that were dealt with inside. */
  readonly errors: unknown[];
  take(n: number): Promise<readonly Claimed<NotifyJob>[]>;
  close(): void;
}

export function openSource(pool: Pool, queue: TestQueue, name = "w"): OpenSource {
  const { consumer, reclaimer } = queue.registry.queues.notify;
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const options = { pool: corePool(pool), timeout: 20_000, onError } satisfies Partial<SessionOptions>;
  const main = new Session({ ...options, lockWait: 5 });
  const beat = new Session({ ...options, lockWait: 1 });
  const clock = new LeaseClock(consumer.lease);
  const pollBranch = "(SELECT 'control' AS kind, '0:::' AS note FROM queuegen_control WHERE queue = :queue)";
  const control = { queue: "notify", pollBranch, lockedNote: "", paused: false, globalConcurrency: null, apply() {} };
  const source = consumer.open({ main, beat, worker: name, clock, control, onError });
  return {
    source,
    main,
    beat,
    reclaim: reclaimer.open({ onError }),
    errors,
    take: async (n) => (await source.take(n)).claimed,
    close() {
      main.close();
      beat.close();
    },
  };
}

/** Two looks, at least one and a quarter heartbeat intervals apart, then the reclaim. Answers how many rows were taken. */
export async function reclaimAll({ reclaim, beat }: OpenSource, heartbeat: number): Promise<number> {
  await reclaim.look(beat);
  await waitFor(1.25 * heartbeat);
  await reclaim.look(beat);
  return reclaim.reclaim(beat);
}

/** For intervals that are themselves what is tested. (A timer may fire a part of a ms early.) */
export function waitFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms + 2));
}
