import {
  type Backoff,
  ClaimConsumer,
  ClaimReclaimer,
  type Enqueued,
  type EnqueueOptions,
  enqueue,
  type ProducerClient,
  type ProducerSpec,
  type Registration,
  type Registry,
} from "@queuegen/runtime/claim";
import { notifyStatements } from "../../generated-example/src/queues/generated/notify/consumer.js";
import { notifyProducer } from "../../generated-example/src/queues/generated/notify/producer.js";
import { notifyReclaim } from "../../generated-example/src/queues/generated/notify/reclaimer.js";
import type { NotifyJob, NotifyNew } from "../../generated-example/src/queues/generated/notify/table.js";
import type { FreshDatabase } from "../services/database.js";

export interface TestQueueOptions {
  readonly attempts?: number;
  /** ms, whole seconds. */
  readonly lease?: number;
  readonly heartbeat?: number;
  readonly batch?: number | "adaptive";
  readonly backoff?: Backoff;
  readonly concurrency?: number;
  readonly maxConcurrency?: number;
  readonly dedupe?: boolean;
  readonly skipLocked?: boolean;
  readonly deleteDone?: boolean;
  readonly retention?: { readonly done: number | null; readonly dead: number | null };
  readonly style?: "loop" | "window";
  readonly frequency?: number;
  readonly maxRunTime?: number;
  readonly runType?: "all" | "auto" | "main";
  readonly maintenance?: "all" | "auto" | "main";
  readonly timeout?: number;
  readonly isolation?: "none" | "process";
  readonly maxMemoryMb?: number;
  /** As on a table of the application's: the payload is read after the claim. */
  readonly readBack?: boolean;
}

export interface TestQueue {
  readonly registry: Registry<{ notify: Registration<NotifyJob> }>;
  enqueue(
    client: ProducerClient,
    jobs: NotifyNew | readonly NotifyNew[],
    options?: EnqueueOptions<NotifyNew>,
  ): Promise<Enqueued[]>;
  createTables(database: FreshDatabase): Promise<void>;
}

/** The example's queue with other options: its own statements, with the literals that the options decide replaced. */
export function testQueue(options: TestQueueOptions = {}): TestQueue {
  const { attempts = 5, lease = 30_000, dedupe = false, deleteDone = false, skipLocked = false } = options;
  const literals = (sql: string) => withLiterals(sql, attempts, lease);
  const heartbeat = options.heartbeat ?? Math.floor(lease / 3);
  const statements = mapValues(notifyStatements, literals);
  const lock = skipLocked ? " FOR UPDATE SKIP LOCKED" : "";
  const look = (sql: string) => (options.readBack ? sql.replace(/, CAST\(user_id.* AS payload/, "") : sql) + lock;
  const complete = deleteDone
    ? "DELETE FROM notify_task WHERE id IN (:ids) AND status = 1 AND claim_token IN (:tokens)"
    : statements.complete.replace("error_message = NULL", `error_message = NULL${dedupe ? ", dedupe_key = NULL" : ""}`);
  const consumer = new ClaimConsumer<NotifyJob>({
    format: 1,
    queue: "notify",
    table: "notify_task",
    statements: { ...statements, fresh: look(statements.fresh), due: look(statements.due), complete },
    columns: {
      user_id: { type: "bigint", mode: "number", unsigned: true },
      channel: { type: "varchar" },
      payload: { type: "json" },
    },
    claim: { batch: options.batch ?? "adaptive", lease, heartbeat, skipLocked },
    retry: { attempts, backoff: options.backoff ?? { kind: "fixed", delay: 0, jitter: 0 } },
    onSuccess: deleteDone ? "delete" : "keep",
    readBack: options.readBack === true,
  });
  const reclaimer = new ClaimReclaimer({
    format: 1,
    queue: "notify",
    table: "notify_task",
    statements: mapValues(notifyReclaim, literals),
    lease,
    heartbeat,
    retention: options.retention ?? { done: null, dead: null },
  });
  const producer = dedupe ? dedupeProducer : notifyProducer;
  return {
    registry: {
      format: 1,
      tablePrefix: "queuegen_",
      queues: {
        notify: {
          name: "notify",
          consumer,
          reclaimer,
          style: options.style ?? "loop",
          frequency: options.frequency ?? null,
          concurrency: options.concurrency ?? 10,
          maxConcurrency: options.maxConcurrency ?? 100,
          weight: 1,
          maxRunTime: options.maxRunTime ?? null,
          runType: options.runType ?? "all",
          maintenance: options.maintenance ?? "auto",
          timeout: options.timeout ?? null,
          isolation: options.isolation ?? "none",
          maxMemoryMb: options.maxMemoryMb ?? null,
        },
      },
    },
    enqueue: (client, jobs, enqueueOptions) => enqueue(client, producer, jobs, enqueueOptions),
    createTables: (database) => createTables(database, dedupe),
  };
}

const dedupeProducer: ProducerSpec = {
  ...notifyProducer,
  insert: notifyProducer.insert.replace("create_time", "dedupe_key, create_time"),
  row: notifyProducer.row.replace(":queuegen_run_at,", ":queuegen_run_at, :queuegen_dedupe_key,"),
  duplicates: "SELECT CAST(id AS CHAR) AS id, dedupe_key AS k FROM notify_task WHERE dedupe_key IN (:keys)",
};

function withLiterals(sql: string, attempts: number, lease: number): string {
  const seconds = lease / 1000;
  const limited = attempts === 0 ? sql.replaceAll("attempts >= 5", "FALSE") : sql.replaceAll(">= 5", `>= ${attempts}`);
  const given = attempts === 1 ? limited.replace("attempts > 1)", "attempts > 0)") : limited;
  return given
    .replaceAll("UNIX_TIMESTAMP() - 30", `UNIX_TIMESTAMP() - ${seconds}`)
    .replaceAll("UNIX_TIMESTAMP() + 30", `UNIX_TIMESTAMP() + ${seconds}`);
}

function mapValues<T extends object>(object: T, change: (value: string) => string): T {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(String(value))])) as T;
}

async function createTables(database: FreshDatabase, dedupe: boolean): Promise<void> {
  await database.query(`CREATE TABLE notify_task (
    id bigint unsigned NOT NULL AUTO_INCREMENT, status tinyint unsigned NOT NULL DEFAULT 0,
    claim_token varchar(32) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL, claim_time int unsigned DEFAULT NULL,
    worker_id varchar(64) DEFAULT NULL, attempts smallint unsigned NOT NULL DEFAULT 0, create_time bigint unsigned NOT NULL,
    start_time bigint unsigned DEFAULT NULL, finish_time bigint unsigned DEFAULT NULL, run_at bigint unsigned DEFAULT NULL,
    error_message varchar(500) DEFAULT NULL, user_id bigint unsigned NOT NULL, channel varchar(16) NOT NULL DEFAULT 'mail',
    payload json NOT NULL, ${dedupe ? "dedupe_key varchar(191) COLLATE utf8mb4_bin DEFAULT NULL, UNIQUE KEY uk_dedupe_key (dedupe_key)," : ""}
    PRIMARY KEY (id), KEY idx_status_id (status, id), KEY idx_run_at (run_at)
  ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4`);
  await database.query(`CREATE TABLE queuegen_control (queue varchar(64) PRIMARY KEY, paused tinyint NOT NULL DEFAULT 0,
    concurrency int DEFAULT NULL, global_concurrency int DEFAULT NULL, restart_at bigint unsigned DEFAULT NULL)`);
  await database.query(
    "CREATE TABLE queuegen_lease (name varchar(100) PRIMARY KEY, holder varchar(100), until_ms bigint unsigned)",
  );
}
