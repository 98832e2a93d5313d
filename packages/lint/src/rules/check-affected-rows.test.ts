import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("check-affected-rows", () => {
  it.each([
    [
      "a claim whose answer nobody takes",
      "await pool.query('UPDATE job SET status = 1, claim_token = ?, claim_time = UNIX_TIMESTAMP() WHERE id IN (?) AND status = 0', [token, ids]);",
    ],
    [
      "one whose answer nobody reads",
      "async function run() { const [won] = await pool.query('UPDATE job SET status = 1, claim_token = ?, claim_time = UNIX_TIMESTAMP() WHERE id IN (?) AND status = 0', [token, ids]); await work(ids); }",
    ],
    [
      "Kysely",
      `await db.updateTable("job").set({ status: 1, claim_token: token, claim_time: now }).where("id", "in", ids).where("status", "=", 0).execute();`,
    ],
    [
      "Knex",
      `await knex("job").whereIn("id", ids).where("status", 0).update({ status: 1, claim_token: token, claim_time: now });`,
    ],
    [
      "Drizzle",
      "await db.update(job).set({ status: 1, claimToken: token, claimTime: now }).where(and(inArray(job.id, ids), eq(job.status, 0)));",
    ],
    [
      "Prisma",
      "await prisma.job.updateMany({ where: { id, status: 0 }, data: { status: 1, claimToken: token, claimTime: now } });",
    ],
    ["Sequelize", "await Job.update({ status: 1, claimToken: token, claimTime: now }, { where: { id, status: 0 } });"],
    ["TypeORM", "await jobRepository.update({ id, status: 0 }, { status: 1, claimToken: token, claimTime: now });"],
  ])("finds %s", async (_name, code) => {
    expect(await printed("check-affected-rows", code)).toMatchSnapshot();
  });

  it.each([
    "const [won] = await pool.query('UPDATE job SET status = 1, claim_token = ?, claim_time = UNIX_TIMESTAMP() WHERE id IN (?) AND status = 0', [token, ids]); if (won.affectedRows > 0) start();",
    "async function claim() { return pool.query('UPDATE job SET status = 1, claim_token = ?, claim_time = UNIX_TIMESTAMP() WHERE id IN (?) AND status = 0', [token, ids]); }",
    "pool.query('UPDATE job SET status = 1, claim_token = ?, claim_time = UNIX_TIMESTAMP() WHERE id IN (?) AND status = 0', [token, ids], (error, result) => start(result.affectedRows));",
    "pool.query('UPDATE job SET status = 1, claim_token = ?, claim_time = UNIX_TIMESTAMP() WHERE id IN (?) AND status = 0', [token, ids]).then(([won]) => start(won.affectedRows));",
    "const [[won]] = await Promise.all([pool.query('UPDATE job SET status = 1, claim_token = ?, claim_time = UNIX_TIMESTAMP() WHERE id IN (?) AND status = 0', [token, ids])]); start(won.affectedRows);",
    "await pool.query('UPDATE job SET status = 1, claim_token = ?, claim_time = UNIX_TIMESTAMP() WHERE id IN (?) AND status = 0', [token, ids]); const [rows] = await pool.query('SELECT * FROM job WHERE id IN (?) AND claim_token = ?', [ids, token]);",
    "await pool.query('UPDATE job SET status = 1, claim_token = ?, claim_time = UNIX_TIMESTAMP(), id = LAST_INSERT_ID(id) WHERE status = 0 ORDER BY id LIMIT 1', [token]); const [[row]] = await pool.query('SELECT LAST_INSERT_ID() AS id');",
    "await pool.query('UPDATE job SET status = 1, claim_token = ?, claim_time = UNIX_TIMESTAMP(), worker_id = ? WHERE status = 0 ORDER BY id LIMIT 5', [token, me]); const [rows] = await pool.query('SELECT id FROM job WHERE status = 1 AND worker_id = ?', [me]);",
    "const CLAIM = 'UPDATE job SET status = 1, claim_token = ?, claim_time = UNIX_TIMESTAMP() WHERE id IN (?) AND status = 0';",
    "await pool.query('UPDATE job SET claim_time = UNIX_TIMESTAMP() WHERE id IN (?) AND status = 1 AND claim_token = ?', [ids, token]);",
    "await pool.query('UPDATE orders SET status = 1 WHERE id = ? AND status = 0', [id]);",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});
