import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-time-scan-poll", () => {
  it.each([
    ["a poll by age", "pool.query('SELECT id, claim_token FROM job WHERE create_time < ? LIMIT 100', [old]);"],
    [
      "an update by age",
      "pool.query('UPDATE job SET status = 0, claim_token = NULL WHERE claim_time < UNIX_TIMESTAMP() - 900');",
    ],
    [
      "Kysely",
      `const rows = await db.selectFrom("job").select(["id", "claim_token"]).where("create_time", "<", old).where("claim_time", "is", null).limit(100).execute();`,
    ],
    [
      "Knex",
      `const rows = await knex("job").select("id", "claim_token").where("created_at", "<=", old).whereNull("claim_token").limit(100);`,
    ],
    [
      "Prisma",
      "const rows = await prisma.job.findMany({ where: { createTime: { lt: old }, claimTime: null }, take: 100 });",
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-time-scan-poll", code)).toMatchSnapshot();
  });

  it.each([
    "pool.query('SELECT id, claim_token FROM job WHERE status = 1 AND claim_time < ? ORDER BY id LIMIT 100', [old]);",
    "pool.query('SELECT id, claim_token FROM job WHERE run_at <= ? ORDER BY run_at LIMIT 100', [now]);",
    "pool.query('SELECT id, claim_token FROM job WHERE create_time < ? ORDER BY id LIMIT 50 OFFSET 50', [old]);",
    "pool.query('SELECT COUNT(claim_token) FROM job WHERE create_time < ?', [old]);",
    "pool.query('DELETE FROM job WHERE claim_time IS NOT NULL AND finish_time < ? LIMIT 500', [old]);",
    "pool.query('SELECT id FROM orders WHERE create_time < ? LIMIT 100', [old]);",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });

  it("knows the indexes of a table that it has seen", async () => {
    const table = (keys: string) =>
      `CREATE TABLE job (id int PRIMARY KEY, status tinyint, run_at int, claim_token varchar(32), claim_time int, KEY i (status, id)${keys});\n`;
    const poll = "SELECT id FROM job WHERE run_at <= 5 ORDER BY run_at LIMIT 10;";
    expect(await printed("no-time-scan-poll", table("") + poll, "x.sql")).toMatchSnapshot();
    expect(await lintText(`${table(", KEY r (run_at)")}${poll}`, "x.sql")).toEqual([]);
  });
});
