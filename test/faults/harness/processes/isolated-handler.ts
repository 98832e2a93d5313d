import type { Handler } from "@queuegen/runtime/claim";
import { createPool, type Pool } from "mysql2/promise";
import type { FaultJob } from "./fault-handler.js";
import { LedgerWriter } from "./ledger-writer.js";
import { sessionNamer, settingsOf } from "./link.js";
import type { WorkerSettings } from "./messages.js";

// A child process of a worker has its environment, and so its name and database.
const { url, name } = settingsOf<WorkerSettings>();

/** Of this child: for the ledger and for ctx.transaction. */
export const db: Pool = createPool({ uri: url, connectionLimit: 2 });
sessionNamer(db, name, () => {});

const ledger = new LedgerWriter(db, name, "isolated_task");

/** Does what the payload says; trouble only in the first `times` attempts, one where nothing is said. */
export const handle: Handler<FaultJob> = async ({ id, payload: { act, times = 1 } }, ctx) => {
  const entry = await ledger.begin(id, ctx.attempt);
  if (ctx.attempt <= times) {
    if (act === "kill") process.kill(process.pid, "SIGKILL");
    if (act === "exit") process.exit(1);
    if (act === "spin") for (;;);
  }
  if (act === "swift") await ctx.transaction((trx) => ledger.finish(entry, trx));
  else await ledger.finish(entry);
};
