import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-exit-in-handler", () => {
  it.each([
    [
      "process.exit",
      'import type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  if (!job.payload.title) process.exit(1);\n};',
    ],
    [
      "a loop without an end",
      'import type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  while (true) {\n    compute(job);\n  }\n};',
    ],
    [
      "the row of a loop: a warning",
      'async function work(pool, signal) {\n  while (!signal.aborted) {\n    const [rows] = await pool.query("SELECT id, url FROM job WHERE status = 0 ORDER BY id LIMIT 100");\n    if (rows.length === 0) { await sleep(1000); continue; }\n    for (const row of rows) {\n      if (!row.url) process.exit(1);\n    }\n  }\n}',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-exit-in-handler", code)).toMatchSnapshot();
  });

  it.each([
    "import type { NotifyHandler } from \"../generated/notify/consumer.js\";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  if (!job.payload.title) throw new Error('x');\n  process.exitCode = 1;\n};",
    'import type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  while (true) {\n    if (await step(job)) break;\n  }\n};',
    'import { runWorker } from "@queuegen/runtime";\nif (!process.env.DATABASE_URL) process.exit(2);\nvoid runWorker(registry, { db: pool, handlers: { notify: async (job) => deliver(job) } });',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});
