import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Connection, createConnection } from "mysql2/promise";
import { expect, inject } from "vitest";
import { databaseUrl } from "../../services/database.js";
import { startProxy, type TcpProxy } from "../../services/proxy.js";
import { type FaultQueue, fault } from "../queues/facts.js";
import type { FaultPayload } from "../queues/fault.queue.js";
import { type Child, startChild } from "./child.js";
import type { Outage } from "./judge/judge-recovery.js";
import { TEST_ACTOR } from "./judge/judge-transitions.js";
import { describeScene, judgeScene } from "./judge-scene.js";
import { LEDGER_SQL, readLedger } from "./ledger.js";
import type { LedgerEntry } from "./ledger-entry.js";
import { MAINTENANCE_LOG_SQL } from "./maintenance-log.js";
import type { FromProducer, FromWorker, ProducerSettings, ToWorker, WorkerSettings } from "./processes/messages.js";
import { entryFile } from "./scratch-project.js";
import { watchStalls } from "./stalls.js";
import type { Transition } from "./transition.js";
import { type Query, readTransitions, transitionLogSql } from "./transition-log.js";
import { until, within } from "./until.js";

export type Worker = Child<FromWorker, ToWorker>;
export type Producer = Child<FromProducer, never>;

/** A server that a scene plays on. */
export interface Stage {
  readonly url: string;
}

/** A database with the queue, ledger and transition log, and the processes, sessions and proxies of one test. */
export interface Scene {
  readonly queue: FaultQueue;
  /** URL of the database, past all proxies. */
  readonly url: string;
  /** Rows of a statement, on the scene's own session, which no fault touches. */
  readonly query: Query;
  /** Opens the scene's own session anew, after its server was gone. */
  reconnect(): Promise<void>;
  /** A session of its own, for locks. */
  connect(): Promise<Connection>;
  /** A proxy before the server; its `url` leads to this database. */
  proxy(): Promise<TcpProxy>;
  /** Starts a worker process and waits until its first session is up. */
  worker(options?: Partial<WorkerSettings>): Promise<Worker>;
  producer(options: Omit<ProducerSettings, "name" | "url" | "release"> & Partial<ProducerSettings>): Promise<Producer>;
  /** Changes the tables to those of the next release, as its migration does, or back. */
  migrate(direction: "up" | "down"): Promise<void>;
  /** Commits jobs in one transaction, the plain way. Answers their ids, in order. */
  insert(payloads: readonly FaultPayload[], options?: { readonly delayMs?: number }): Promise<string[]>;
  /** Lets running workers learn how fast jobs are, so that they claim more than they can start at once. */
  warmUp(): Promise<void>;
  /** Resolves when all these jobs have one of the statuses. */
  untilStatus(jobs: readonly string[], ...statuses: number[]): Promise<void>;
  log(): Promise<Transition[]>;
  ledger(): Promise<LedgerEntry[]>;
  /** Says that a job has to end in another status than done. */
  ends(job: string, status: number): void;
  /** Jobs of producer processes that have to be there at the end. */
  readonly produced: string[];
  /** Jobs of producer processes that nobody may ever see. */
  readonly rolledBack: string[];
  /** Times in which nobody could reclaim. */
  readonly outages: Outage[];
  /** Times in which the machine gave nobody time to run. */
  readonly stalls: readonly Outage[];
  /** Some process may reach the server through a proxy. */
  readonly proxied: boolean;
  /** Rules of the judge that this scene breaks on purpose. */
  readonly waived: Set<string>;
}

export interface SceneOptions {
  /** Default: `fault`. */
  readonly queue?: FaultQueue;
  /** What takes longer fails, with all that is known of it. Default: 80 s. */
  readonly limitMs?: number;
}

/** A worker told to stop has nothing to wait for but handlers, and no test leaves one waiting. */
const STOP_MS = 15_000;

/** Plays one scene, then stops what still runs in an orderly way and fails on any violation of the rules. */
export async function inScene(
  stage: Stage,
  play: (scene: Scene) => Promise<void>,
  { queue = fault, limitMs = 80_000 }: SceneOptions = {},
): Promise<void> {
  const database = `queuegen_fault_${randomBytes(6).toString("hex")}`;
  const url = databaseUrl(stage.url, database);
  const folder = inject("faultProject");
  let own = await createConnection({ uri: stage.url, supportBigNumbers: true });
  own.on("error", () => {});
  const sessions: Connection[] = [];
  const proxies: TcpProxy[] = [];
  const workers: Worker[] = [];
  const producers: Producer[] = [];
  const ends = new Map<string, number>();
  const { stalls, stop: stopWatching } = watchStalls();
  const query: Query = async <Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const [rows] = await own.query(sql, [...values]);
    return rows as Row[];
  };

  const scene: Scene = {
    queue,
    url,
    query,
    produced: [],
    rolledBack: [],
    outages: [],
    stalls,
    get proxied() {
      return proxies.length > 0;
    },
    waived: new Set(),
    async reconnect() {
      own.destroy();
      own = await createConnection({ uri: url, supportBigNumbers: true });
      await query("SET @queue_actor = ?", [TEST_ACTOR]);
    },
    async connect() {
      const session = await createConnection({ uri: url, supportBigNumbers: true });
      session.on("error", () => {});
      sessions.push(session);
      return session;
    },
    async proxy() {
      const proxy = await startProxy(url);
      proxies.push(proxy);
      return proxy;
    },
    async worker(options = {}) {
      const name = options.name ?? `w${workers.length + 1}`;
      const settings: WorkerSettings = {
        name,
        url,
        queue: queue.key,
        connections: 10,
        release: "generated",
        node: "node",
        argv: [],
        ...options,
      };
      const worker: Worker = startChild(name, entryFile(folder, "worker"), settings, { QUEUEGEN_NODE: settings.node });
      workers.push(worker);
      await worker.told(({ kind }) => kind === "ready");
      return worker;
    },
    async producer(options) {
      const name = `p${producers.length + 1}`;
      const settings: ProducerSettings = { name, url, release: "generated", ...options };
      const producer: Producer = startChild(name, entryFile(folder, "producer"), settings);
      producers.push(producer);
      await producer.told(({ kind }) => kind === "ready");
      return producer;
    },
    async migrate(direction) {
      for (const sql of statementsOf(path.join(folder, "next", direction))) await query(sql);
    },
    async insert(payloads, { delayMs } = {}) {
      const ids: string[] = [];
      await query("START TRANSACTION");
      for (const payload of payloads) {
        await query(insertSql(queue.table, delayMs), [JSON.stringify(payload)]);
        const rows = await query<{ id: string }>("SELECT CAST(LAST_INSERT_ID() AS CHAR) AS id");
        ids.push(rows[0]?.id ?? "");
      }
      await query("COMMIT");
      return ids;
    },
    async warmUp() {
      await scene.untilStatus(await scene.insert(Array.from({ length: 80 }, () => ({ act: "pass" as const }))), 2);
    },
    async untilStatus(jobs, ...statuses) {
      await until(
        async () => {
          const rows = await query<{ n: number }>(
            `SELECT COUNT(*) AS n FROM ${queue.table} WHERE id IN (${jobs.join(",")}) AND status IN (${statuses.join(",")})`,
          );
          return Number(rows[0]?.n) === jobs.length;
        },
        `jobs ${jobs.slice(0, 5).join(", ")} in status ${statuses.join(" or ")}`,
      );
    },
    log: () => readTransitions(query),
    ledger: () => readLedger(query),
    ends(job, status) {
      ends.set(job, status);
    },
  };

  try {
    await query(`CREATE DATABASE ${database} CHARACTER SET utf8mb4`);
    await query(`USE ${database}`);
    for (const sql of setupSql(folder, queue)) await query(sql);
    await query("SET @queue_actor = ?", [TEST_ACTOR]);
    await within(limitMs, "the end of the scene", play(scene));
    for (const proxy of proxies) proxy.resume();
    const running = workers.filter((worker) => worker.running);
    // A second signal would be an order to stop at once.
    for (const worker of running) if (!worker.stopping) worker.kill("SIGTERM");
    const stopped = Promise.all(running.map((worker) => worker.exited));
    await within(STOP_MS, "the workers end after SIGTERM", stopped);
    const violations = await judgeScene(scene, ends, [...workers, ...producers]);
    const counted = violations.filter(({ rule }) => !scene.waived.has(rule));
    expect(counted.map(({ rule, job, message }) => `${rule} (job ${job}): ${message}`)).toEqual([]);
  } catch (error) {
    console.error(await describeScene(scene, [...workers, ...producers]));
    throw error;
  } finally {
    stopWatching();
    for (const child of [...workers, ...producers]) if (child.running) child.kill("SIGKILL");
    await Promise.all([...workers, ...producers].map((child) => child.exited));
    for (const session of sessions) session.destroy();
    for (const proxy of proxies) await proxy.close();
    await query(`DROP DATABASE IF EXISTS ${database}`).finally(() => own.destroy());
  }
}

function setupSql(folder: string, queue: FaultQueue): string[] {
  return [
    ...statementsOf(path.join(folder, "schema")),
    LEDGER_SQL,
    ...transitionLogSql(queue.table),
    ...MAINTENANCE_LOG_SQL,
  ];
}

function statementsOf(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .map((file) => readFileSync(path.join(folder, file), "utf8"));
}

function insertSql(table: string, delayMs: number | undefined): string {
  const now = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000";
  const [status, runAt] = delayMs === undefined ? [0, "NULL"] : [5, `${now} + ${delayMs}`];
  return `INSERT INTO ${table} (status, run_at, create_time, payload) VALUES (${status}, ${runAt}, ${now}, ?)`;
}
