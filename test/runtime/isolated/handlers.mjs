import { dead, release, retryAfter } from "@queuegen/runtime";
import { createPool } from "mysql2/promise";

/** The database of the test, for ledger and transactions: opened with the first query. */
export const db = createPool({
  uri: process.env.QUEUEGEN_ISOLATED_URL ?? "mysql://127.0.0.1/none",
  connectionLimit: 2,
});

/**
 * @param {{ readonly id: string }} job
 * @param {string} text
 */
const note = (job, text) =>
  db.query("INSERT INTO ledger (job, pid, note) VALUES (?, ?, ?)", [job.id, process.pid, text]);

const forEver = () => new Promise(() => setInterval(() => {}, 1_000));

/**
 * Does what the title of the job says.
 * @type {import("./types.d.mts").Handle}
 */
export const handle = async (job, ctx) => {
  const { title, body } = job.payload;
  switch (title) {
    case "pass":
      await note(job, `attempt ${ctx.attempt}`);
      if (body === "slowly") await new Promise((resolve) => setTimeout(resolve, 20));
      return;
    case "spin":
      await note(job, "spins");
      for (;;);
    case "wait":
      await note(job, "waits");
      await forEver();
      return;
    case "until aborted":
      await note(job, "waits");
      await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
      await note(job, `${ctx.signal.reason.name}: ${ctx.signal.reason.message}`);
      throw ctx.signal.reason;
    case "exit":
      process.exit(3);
      break;
    case "crash":
      process.kill(process.pid, "SIGSEGV");
      await forEver();
      break;
    case "stray":
      setImmediate(() => {
        throw new TypeError("nobody catches this");
      });
      await forEver();
      break;
    case "buffers": {
      const kept = [];
      for (;;) kept.push(Buffer.alloc(2 ** 20, 1));
    }
    case "heap": {
      const kept = [];
      for (;;) kept.push(Array.from({ length: 1_000 }, (_, index) => ({ index })));
    }
    case "throw":
      throw new RangeError(body, { cause: new Error("the cause") });
    case "retryAfter":
      return retryAfter("1h");
    case "dead":
      return dead(body);
    case "release":
      return release("1h");
    case "heartbeat":
      await ctx.heartbeat();
      await note(job, "renewed");
      return;
    case "log":
      ctx.log.info({ n: 1n, fn: body === "function" ? () => {} : undefined }, "from the child");
      return;
    case "transaction":
      await ctx.transaction(async (trx) => {
        await trx.query("INSERT INTO ledger (job, pid, note) VALUES (?, ?, 'effect')", [job.id, process.pid]);
        if (body === "die") process.kill(process.pid, "SIGKILL");
        if (body === "throw") throw new RangeError("no effect");
      });
      return;
    case "transaction caught": {
      const own = new RangeError("mine");
      await ctx
        .transaction(async () => {
          throw own;
        })
        .catch((error) => note(job, error === own ? "the same error" : `another error ${error}`));
      return;
    }
    case "not awaited":
      void ctx.transaction(async (trx) => {
        await trx.query("INSERT INTO ledger (job, pid, note) VALUES (?, ?, 'effect')", [job.id, process.pid]);
        await new Promise((resolve) => setTimeout(resolve, 200));
      });
      return;
    default:
      throw new Error(`what is ${title}?`);
  }
};

/**
 * Says what kind of values a job has.
 * @type {import("./types.d.mts").Handle}
 */
export const describeJob = async (job, ctx) => {
  const kinds = Object.entries(job).map(([name, value]) => [name, Buffer.isBuffer(value) ? "Buffer" : typeof value]);
  await note(job, JSON.stringify({ kinds: Object.fromEntries(kinds), attempt: ctx.attempt }));
};

/**
 * The same for values that no column of the test queue has.
 * @param {{ readonly big: unknown, readonly bytes: Buffer, readonly date: Date, readonly text: string }} job
 */
export const kinds = ({ big, bytes, date, text }) =>
  dead(
    [
      typeof big,
      big,
      Buffer.isBuffer(bytes),
      bytes.toString("hex"),
      date instanceof Date,
      date.toISOString(),
      text,
    ].join(" "),
  );
