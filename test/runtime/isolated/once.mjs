import { createPool } from "mysql2/promise";

export const db = createPool({
  uri: process.env.QUEUEGEN_ISOLATED_URL ?? "mysql://127.0.0.1/none",
  connectionLimit: 2,
});

const EFFECT = "INSERT INTO effect VALUES (?, 1) ON DUPLICATE KEY UPDATE n = n + 1";
/**
 * @param {{ readonly id: string }} job
 * @param {unknown} text
 */
const note = (job, text) => db.query("INSERT INTO ledger (job, note) VALUES (?, ?)", [job.id, text]);

async function bothBegin() {
  for (;;) {
    const [rows] = /** @type {[import("mysql2/promise").RowDataPacket[], unknown]} */ (
      await db.query("SELECT DISTINCT job FROM ledger")
    );
    // The other one is now on its way to the key that this one holds.
    if (rows.length === 2) return new Promise((resolve) => setTimeout(resolve, 300));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Does what the title of the job says, in its first attempt; later ones only call ctx.once again.
 * @type {import("./types.d.mts").Handle}
 */
export const handle = async (job, ctx) => {
  const { title } = job.payload;
  const first = ctx.attempt === 1;
  if (title === "outside") {
    const result = await ctx.once("outside", async () => `made in ${ctx.attempt}`, { transaction: false });
    await note(job, result);
  } else {
    if (title === "shared") await note(job, "begins");
    const result = await ctx.once(title === "shared" ? "shared" : `key of ${job.id}`, async (trx) => {
      await trx.query(EFFECT, [title]);
      if (title === "shared") await bothBegin();
      if (title === "dies inside" && first) process.kill(process.pid, "SIGKILL");
      if (title === "not to be told") return () => {};
      return { made: ctx.attempt };
    });
    await note(job, JSON.stringify(result));
  }
  if (title === "throws after" && first) throw new Error("after the effect");
  if (title === "dies after" && first) process.kill(process.pid, "SIGKILL");
  if (title === "outside" && first) throw new Error("after the effect");
};
