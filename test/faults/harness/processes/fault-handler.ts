import { setTimeout as delay } from "node:timers/promises";
import { dead, type Handler, type JobContext, type Outcome } from "@queuegen/runtime";
import type { Pool } from "mysql2/promise";
import type { FaultPayload } from "../../queues/fault.queue.js";
import { Gates } from "./gates.js";
import { LedgerWriter } from "./ledger-writer.js";
import { onMessage, reportOf, tell } from "./link.js";
import type { FromWorker, ToWorker } from "./messages.js";

export interface FaultJob {
  readonly id: string;
  readonly payload: FaultPayload;
}

/** What the acts of one process share. */
interface Props {
  readonly pool: Pool;
  readonly table: string;
  readonly ledger: LedgerWriter;
  readonly gates: Gates;
}

/** The handler of all fault tests: does what the payload says, and tells the test and the ledger. */
export function faultHandler(pool: Pool, worker: string, queue: string): Handler<FaultJob> {
  const table = `${queue}_task`;
  const props: Props = { pool, table, ledger: new LedgerWriter(pool, worker, table), gates: new Gates() };
  const { ledger, gates } = props;
  onMessage<ToWorker>((message) => {
    if (message.kind === "block") block(message.ms);
    else if (message.kind === "open") gates.open(message.job);
    else void gates.ask(message.job);
  });

  return async (job, ctx) => {
    const { id, payload } = job;
    if (actOf(payload, ctx.attempt) === "pass" && payload.act === "pass") {
      if (payload.ms) await delay(payload.ms);
      await ledger.effect(id, ctx.attempt);
      return;
    }
    const told = { job: id, attempt: ctx.attempt };
    try {
      const entry = await ledger.begin(id, ctx.attempt);
      tell<FromWorker>({ kind: "begin", ...told });
      const outcome = await act(job, ctx, entry, props);
      tell<FromWorker>({ kind: "end", ...told });
      return outcome;
    } catch (error) {
      tell<FromWorker>({ kind: "error", ...told, error: reportOf(error) });
      throw error;
    }
  };
}

async function act(job: FaultJob, ctx: JobContext, entry: string, props: Props): Promise<Outcome | undefined> {
  const { id, payload } = job;
  const { pool, ledger, gates } = props;
  switch (actOf(payload, ctx.attempt)) {
    case "gate":
      await gates.wait(id, ctx, payload.deaf);
      break;
    case "hold":
      await ledger.finish(entry);
      await gates.wait(id, ctx);
      return undefined;
    case "block":
      block(payload.ms ?? 0);
      break;
    case "fail":
      throw new Error(`attempt ${ctx.attempt} fails as the test wants it`);
    case "dead":
      return dead("as the test wants it");
    case "kill":
      process.kill(process.pid, "SIGKILL");
      break;
    case "transaction":
      return transaction(job, ctx, entry, props);
    case "swift":
      await ctx.transaction((trx) => ledger.finish(entry, trx));
      return undefined;
    case "once":
      await ctx.once("effect", (trx) => ledger.finish(entry, trx));
      return undefined;
    case "release":
      return ctx.release(payload.ms);
    case "hog": {
      const connection = await pool.getConnection();
      await gates.wait(id, ctx);
      connection.release();
      break;
    }
    case "pass":
      break;
  }
  await ledger.finish(entry);
  return undefined;
}

/** Trouble is for the first `times` attempts; whatever else may be told apart by attempts with `later`. */
function actOf({ act, times, later }: FaultPayload, attempt: number): FaultPayload["act"] {
  const trouble = act === "fail" || act === "kill" || act === "block" || act === "release";
  if (times === undefined && later === undefined && !trouble) return act;
  return attempt <= (times ?? 1) ? act : (later ?? "pass");
}

async function transaction(
  { id, payload }: FaultJob,
  ctx: JobContext,
  entry: string,
  { table, ledger, gates }: Props,
): Promise<undefined> {
  await ctx.transaction(async (trx) => {
    await ledger.finish(entry, trx);
    if (payload.touch) await trx.query(`UPDATE ${table} SET payload = payload WHERE id = ${id}`);
    await gates.wait(id, ctx);
  });
}

/** Nothing runs in this process meanwhile, and it costs no CPU. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
