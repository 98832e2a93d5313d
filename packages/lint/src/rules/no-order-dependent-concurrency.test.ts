import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-order-dependent-concurrency", () => {
  it.each([
    [
      "the row before",
      'import type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  const [[before]] = await pool.query("SELECT status, claim_token FROM job WHERE id = ?", [job.id - 1]);\n  if (before.status !== 2) throw new Error(\'not yet\');\n};',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-order-dependent-concurrency", code)).toMatchSnapshot();
  });

  it.each([
    'import type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  const [[own]] = await pool.query("SELECT status, claim_token FROM job WHERE id = ?", [job.id]);\n  check(own);\n};',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});
