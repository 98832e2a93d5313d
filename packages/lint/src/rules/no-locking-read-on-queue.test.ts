import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-locking-read-on-queue", () => {
  it.each([
    [
      "a look under FOR UPDATE",
      "conn.query('SELECT id, claim_token FROM job WHERE status = 0 ORDER BY id LIMIT 10 FOR UPDATE');",
    ],
    [
      "a shared lock",
      "conn.query('SELECT id, claim_token FROM job WHERE status = 0 ORDER BY id LIMIT 10 LOCK IN SHARE MODE');",
    ],
    [
      "NOWAIT",
      "conn.query('SELECT id, claim_token FROM job WHERE status = 0 ORDER BY id LIMIT 10 FOR UPDATE NOWAIT');",
    ],
    [
      "a lock in a subquery",
      "conn.query('SELECT x.id FROM (SELECT id, claim_token FROM job WHERE status = 0 ORDER BY id LIMIT 10 FOR UPDATE) x');",
    ],
    [
      "Kysely",
      `const rows = await db.selectFrom("job").select(["id", "claim_token"]).where("status", "=", 0).where("claim_token", "is", null).orderBy("id").limit(10).forUpdate().execute();`,
    ],
    [
      "Knex",
      `const rows = await knex("job").where({ status: 0 }).whereNull("claim_token").orderBy("id").limit(10).forUpdate();`,
    ],
    [
      "Drizzle",
      `const rows = await db.select().from(job).where(and(eq(job.status, 0), isNull(job.claimToken))).orderBy(job.id).limit(10).for("update");`,
    ],
    [
      "TypeORM",
      `const rows = await jobRepository.createQueryBuilder("job").where("job.status = 0 AND job.claimToken IS NULL").orderBy("job.id").take(10).setLock("pessimistic_write").getMany();`,
    ],
    [
      "Sequelize",
      `const rows = await Job.findAll({ where: { status: 0, claimToken: null }, order: [["id", "ASC"]], limit: 10, lock: true, transaction });`,
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-locking-read-on-queue", code)).toMatchSnapshot();
  });

  it.each([
    "conn.query('SELECT id, claim_token FROM job WHERE id = ? FOR UPDATE', [id]);",
    "conn.query('SELECT id, claim_token FROM job WHERE id IN (?) FOR UPDATE', [ids]);",
    "conn.query('SELECT id, claim_token FROM job WHERE status = 0 ORDER BY id LIMIT 10 FOR UPDATE SKIP LOCKED');",
    "conn.query('SELECT * FROM accounts WHERE owner_id = ? FOR UPDATE', [id]);",
    "conn.query('SELECT id, claim_token FROM job WHERE status = 0 ORDER BY id LIMIT 10');",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });

  it("leaves a lock that is held over work to the rule about that", async () => {
    const code = `async function run() {
      await conn.beginTransaction();
      const [rows] = await conn.query("SELECT id, claim_token FROM job WHERE status = 0 ORDER BY id LIMIT 1 FOR UPDATE");
      await fetch(url);
      await conn.commit();
    }`;
    expect((await lintText(code)).map(({ code: rule }) => rule)).toEqual(["no-lock-held-work"]);
  });
});
