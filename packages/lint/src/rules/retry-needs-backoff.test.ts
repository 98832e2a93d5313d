import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("retry-needs-backoff", () => {
  it.each([
    [
      "a row that is given back in a catch",
      "try { await send(job); } catch (error) { await pool.query('UPDATE job SET status = 0 WHERE id = ? AND status = 1 AND claim_token = ?', [job.id, token]); }",
    ],
    [
      "one given back with its error",
      "await pool.query('UPDATE job SET status = 0, claim_token = NULL, last_error = ? WHERE id = ? AND claim_token = ?', [text, id, token]);",
    ],
    ["all failed rows made new", "await pool.query('UPDATE job SET status = 0, claim_token = NULL WHERE status = 3');"],
    [
      "in the callback of catch",
      "send(job).catch((error) => pool.query('UPDATE job SET status = 0 WHERE id = ? AND claim_token = ?', [job.id, token]));",
    ],
    [
      "Kysely",
      `try { await send(job); } catch (error) { await db.updateTable("job").set({ status: 0 }).where("id", "=", job.id).where("claim_token", "=", token).execute(); }`,
    ],
    [
      "Knex",
      `await knex("job").where({ id: job.id, claim_token: token }).update({ status: 0, claim_token: null, error_message: text });`,
    ],
    [
      "Drizzle",
      "await db.update(job).set({ status: 0, claimToken: null, lastError: text }).where(and(eq(job.id, id), eq(job.claimToken, token)));",
    ],
    [
      "Prisma",
      "try { await send(row); } catch (error) { await prisma.job.updateMany({ where: { id: row.id, claimToken: token }, data: { status: 0, claimToken: null } }); }",
    ],
    [
      "Sequelize",
      "await Job.update({ status: 0, claimToken: null, failReason: text }, { where: { id, claimToken: token } });",
    ],
    [
      "TypeORM",
      "await jobRepository.update({ id, claimToken: token }, { status: 0, claimToken: null, lastError: text });",
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("retry-needs-backoff", code)).toMatchSnapshot();
  });

  it.each([
    "try { await send(job); } catch (error) { await pool.query('UPDATE job SET status = 0, attempts = attempts + 1 WHERE id = ? AND status = 1 AND claim_token = ?', [job.id, token]); }",
    "try { await send(job); } catch (error) { await pool.query('UPDATE job SET status = IF(attempts >= 5, 3, 5), run_at = ? WHERE id = ? AND status = 1 AND claim_token = ?', [at, job.id, token]); }",
    "await pool.query('UPDATE job SET status = 0, claim_token = NULL WHERE id IN (?) AND status = 1 AND claim_token = ?', [ids, token]);",
    "await pool.query('UPDATE job SET status = 0, claim_token = NULL WHERE id = ? AND status = 3', [id]);",
    "await pool.query('UPDATE job SET status = 0, claim_token = NULL WHERE status = 3 AND retry_count < 5');",
    "await pool.query('UPDATE job SET status = 0, claim_token = NULL, error_message = NULL WHERE id IN (?) AND status = 1 AND claim_token = ?', [ids, token]);",
    "try { await send(order); } catch (error) { await pool.query('UPDATE orders SET status = 0 WHERE id = ?', [order.id]); }",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});
