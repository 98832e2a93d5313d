import type { QueueModel } from "@queuegen/model";
import { type Bounded, bounded, COUNTED } from "./bounded.js";
import { controlRow } from "./control-row.js";
import { leaseLeft, STATUS } from "./job.js";
import { type Operation, statementsOf } from "./operation.js";

/** How one queue stands. Times in ms; ages and time left are by the database's clock. */
export interface QueueStats {
  readonly queue: string;
  readonly table: string;
  readonly pending: Bounded & { readonly oldestId: string | null; readonly oldestAge: number | null };
  readonly waiting: Bounded & { readonly due: Bounded; readonly nextIn: number | null };
  readonly inWork: Bounded;
  readonly done: Bounded & Recent;
  readonly dead: Bounded & Recent;
  readonly workers: readonly WorkerStats[];
  /** The process that takes back what lost workers hold, and purges. */
  readonly maintainer: string | null;
  readonly paused: boolean;
  readonly concurrency: {
    readonly schema: number;
    readonly process: number | null;
    readonly cap: number;
    readonly global: number | null;
  };
  /** Epoch ms of the last restart mark. */
  readonly restartAt: number | null;
}

/** Among the last rows by id; `null` where rows of this state are not kept. */
interface Recent {
  readonly lastMinute: Bounded | null;
  readonly lastHour: Bounded | null;
}

export interface WorkerStats {
  readonly worker: string | null;
  readonly jobs: number;
  /** ms until the first of its leases ends; negative: since when it is over. */
  readonly leaseLeft: number | null;
}

/** Reads at most some ten thousand index entries a state, however long the queue is. */
export async function queueStats(model: QueueModel, operation: Operation): Promise<QueueStats> {
  const { database } = operation;
  const sql = statementsOf(model);
  const count = (status: number): Promise<Bounded> => bounded(database, sql("count"), { status });
  const [head] = await database.rows<{ job_id: string; created_ms: number | null; now_ms: number }>(sql("head"));
  const [next] = await database.rows<{ due_ms: number; now_ms: number }>(sql("nextDue"));
  const row = await controlRow(operation, model.name);
  const { concurrency, maxConcurrency } = model.options.worker;
  return {
    queue: model.name,
    table: model.table,
    pending: {
      ...(await count(STATUS.pending)),
      oldestId: head?.job_id ?? null,
      oldestAge: typeof head?.created_ms === "number" ? head.now_ms - head.created_ms : null,
    },
    waiting: {
      ...(await count(STATUS.waiting)),
      due: await bounded(database, sql("due"), {}),
      nextIn: next ? next.due_ms - next.now_ms : null,
    },
    inWork: await count(STATUS.processing),
    done: {
      ...(await count(STATUS.done)),
      ...(model.options.retention.onSuccess === "keep" ? await recent(operation, sql, STATUS.done) : NOT_KEPT),
    },
    dead: { ...(await count(STATUS.dead)), ...(await recent(operation, sql, STATUS.dead)) },
    workers: await workers(model, operation, sql),
    maintainer: await maintainer(model, operation),
    paused: row.paused !== 0,
    concurrency: {
      schema: concurrency,
      process: row.concurrency,
      cap: maxConcurrency,
      global: row.global_concurrency,
    },
    restartAt: row.restart_ms,
  };
}

const NOT_KEPT: Recent = { lastMinute: null, lastHour: null };

type Sql = ReturnType<typeof statementsOf>;

/** No index holds the time of the end: what ended lately is looked for among the last rows by id. */
async function recent({ database }: Operation, sql: Sql, status: number): Promise<Recent> {
  const [row] = await database.rows<{ looked: number; in_minute: string | null; in_hour: string | null }>(
    sql("recent"),
    { status, limit: COUNTED },
  );
  // All that were looked at: there may be more.
  const of = (found: string | null | undefined): Bounded => ({
    jobs: Number(found ?? 0),
    more: Number(found ?? 0) === COUNTED,
  });
  return { lastMinute: of(row?.in_minute), lastHour: of(row?.in_hour) };
}

async function workers(model: QueueModel, { database }: Operation, sql: Sql): Promise<readonly WorkerStats[]> {
  const rows = await database.rows<{
    readonly worker: string | null;
    readonly jobs: number;
    readonly oldest_s: number | null;
    readonly now_s: number;
  }>(sql("workers"), { limit: COUNTED });
  return rows.map(({ worker, jobs, oldest_s, now_s }) => ({
    worker,
    jobs: Number(jobs),
    leaseLeft: oldest_s === null ? null : leaseLeft({ claimed_s: oldest_s, now_s }, model.options.claim.lease),
  }));
}

async function maintainer(model: QueueModel, { database, control }: Operation): Promise<string | null> {
  const [row] = await database.rows<{ holder: string; until_ms: number; now_ms: number }>(control.leases, {
    names: [`maintain:${model.name}`],
  });
  return row && row.until_ms > row.now_ms ? row.holder : null;
}
