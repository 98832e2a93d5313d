import { Kysely, MysqlDialect } from "kysely";
import { createPool } from "mysql2";

const pool = createPool({ uri: process.env.QUEUEGEN_ISOLATED_URL ?? "mysql://127.0.0.1/none", connectionLimit: 1 });

/** For ctx.transaction in this process. */
export const kysely = new Kysely({ dialect: new MysqlDialect({ pool }) });

/** @type {import("./types.d.mts").HandleByKysely} */
export const handle = (job, ctx) =>
  ctx.transaction(async (trx) => {
    await trx.insertInto("ledger").values({ job: job.id, pid: process.pid, note: "by Kysely" }).execute();
    if (job.payload.body === "throw") throw new Error("no effect");
  });
