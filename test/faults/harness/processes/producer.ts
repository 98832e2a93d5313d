import type { Enqueued, EnqueueOptions, ProducerClient } from "@queuegen/runtime/claim";
import { createPool, type Pool } from "mysql2/promise";
import type { FaultPayload } from "../../queues/fault.queue.js";
import { seeded } from "../random.js";
import { sessionNamer, settingsOf, tell } from "./link.js";
import type { FromProducer, ProducerSettings } from "./messages.js";

type Enqueue = (
  db: ProducerClient,
  jobs: readonly { readonly payload: FaultPayload }[],
  options?: EnqueueOptions,
) => Promise<Enqueued[]>;

const settings = settingsOf<ProducerSettings>();
const generated = new URL(`../${settings.release}/fault/producer.js`, import.meta.url).href;
const { enqueueFault } = (await import(generated)) as { enqueueFault: Enqueue };
const pool = createPool({ uri: settings.url, connectionLimit: 4, connectTimeout: 3_000 });
sessionNamer(pool, settings.name, () => {});
const random = seeded(settings.seed);
let unknown = 0;

await pool.query("SELECT 1");
tell<FromProducer>({ kind: "ready" });
if (settings.act === "hang") await hang(pool);
else await stream(pool);
await pool.end();
process.disconnect();

/** Jobs in small portions, each in one of the ways that users have. */
async function stream(db: Pool): Promise<void> {
  let left = settings.jobs;
  while (left > 0) {
    const jobs = Array.from({ length: Math.min(left, random.between(1, 40)) }, () => ({ payload: somePayload() }));
    const options: EnqueueOptions = random.next() < 0.1 ? { delay: random.between(200, 3_000) } : {};
    const way = random.next();
    try {
      if (way < 0.4) committed(await enqueueFault(db, jobs, options));
      else await inTransaction(db, way < 0.9, jobs, options);
      if (way < 0.9) left -= jobs.length;
    } catch (error) {
      // A connection that broke at the commit: nobody can know, so these jobs are counted neither way.
      unknown += jobs.length;
      if (!isBroken(error)) throw error;
    }
  }
  tell<FromProducer>({ kind: "done", unknown });
}

async function inTransaction(
  db: Pool,
  commit: boolean,
  jobs: readonly { readonly payload: FaultPayload }[],
  options: EnqueueOptions,
): Promise<void> {
  const connection = await db.getConnection();
  try {
    await connection.beginTransaction();
    const added = await enqueueFault(connection, jobs, options);
    if (commit) await connection.commit();
    else await connection.rollback();
    connection.release();
    if (commit) committed(added);
    else tell<FromProducer>({ kind: "rolledBack", ids: added.map(({ id }) => id) });
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

async function hang(db: Pool): Promise<void> {
  const connection = await db.getConnection();
  await connection.beginTransaction();
  const jobs = Array.from({ length: settings.jobs }, () => ({ payload: { act: "pass" as const } }));
  const added = await enqueueFault(connection, jobs);
  tell<FromProducer>({ kind: "open", ids: added.map(({ id }) => id) });
  await new Promise(() => setInterval(() => {}, 60_000));
}

function committed(added: readonly Enqueued[]): void {
  tell<FromProducer>({ kind: "committed", ids: added.map(({ id }) => id) });
}

/** Most jobs are short, a few fail once or twice, a few take longer than a claim round. */
function somePayload(): FaultPayload {
  const draw = random.next();
  if (draw < 0.9) return { act: "pass", ms: random.between(0, 5) };
  if (draw < 0.95) return { act: "fail", times: random.between(1, 2) };
  return { act: "pass", ms: random.between(50, 300) };
}

function isBroken(error: unknown): boolean {
  const { errno, sqlState, fatal } = error as { errno?: number; sqlState?: string; fatal?: boolean };
  return fatal === true || sqlState === undefined || (errno ?? 0) < 0;
}
