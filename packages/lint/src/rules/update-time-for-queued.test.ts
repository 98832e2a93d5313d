import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("update-time-for-queued", () => {
  it.each([
    [
      "a mark by number",
      "pool.query('UPDATE job SET status = 4 WHERE id IN (?) AND status = 0 AND claim_token IS NULL', [ids]);",
    ],
    [
      "a mark by name",
      "pool.query('UPDATE job SET status = ? WHERE id = ? AND status = ? AND claim_token IS NULL', [Status.Queued, id, Status.Pending]);",
    ],
    [
      "Knex",
      `const n = await knex("job").whereIn("id", ids).where("status", 0).whereNull("claim_token").update({ status: 4 });`,
    ],
    [
      "Kysely",
      `const n = await db.updateTable("job").set({ status: 4 }).where("id", "in", ids).where("status", "=", 0).where("claim_token", "is", null).executeTakeFirst();`,
    ],
    [
      "Prisma",
      "const n = await prisma.job.updateMany({ where: { id: { in: ids }, status: 0, claimToken: null }, data: { status: 4 } });",
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("update-time-for-queued", code)).toMatchSnapshot();
  });

  it.each([
    "pool.query('UPDATE job SET status = 4, claim_time = UNIX_TIMESTAMP() WHERE id IN (?) AND status = 0', [ids]);",
    "pool.query('UPDATE job SET status = 5, run_at = ? WHERE id IN (?) AND status = 0 AND claim_token IS NULL', [at, ids]);",
    "pool.query('UPDATE posts SET status = 4 WHERE id = ? AND status = 0', [id]);",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});
