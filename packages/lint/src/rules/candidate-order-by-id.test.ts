import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("candidate-order-by-id", () => {
  it.each([
    ["no order at all", "pool.query('SELECT id, claim_token FROM job WHERE status = 0 LIMIT 10');"],
    [
      "the order of a column without an index, where the table is not known: a hint",
      "pool.query('SELECT id, claim_token FROM job WHERE status = 0 ORDER BY create_time LIMIT 10');",
    ],
    [
      "an expression",
      "pool.query('SELECT id, claim_token FROM job WHERE status = 0 ORDER BY LENGTH(payload), id LIMIT 10');",
    ],
    [
      "a subquery that chooses the rows of an UPDATE",
      "const [r] = await pool.query('UPDATE job SET status = 1, claim_token = ?, claim_time = NOW() WHERE id IN (SELECT id FROM (SELECT id FROM job WHERE status = 0 LIMIT 5) x)', [token]); start(r.affectedRows);",
    ],
    [
      "Kysely",
      `const rows = await db.selectFrom("job").select(["id", "claim_token"]).where("status", "=", 0).where("claim_token", "is", null).limit(10).execute();`,
    ],
    [
      "Knex",
      `const rows = await knex("job").where({ status: 0 }).whereNull("claim_token").orderBy("create_time").limit(10);`,
    ],
    [
      "Drizzle",
      "const rows = await db.select().from(job).where(and(eq(job.status, 0), isNull(job.claimToken))).limit(10);",
    ],
    ["Prisma", "const rows = await prisma.job.findMany({ where: { status: 0, claimToken: null }, take: 10 });"],
    ["Sequelize", "const rows = await Job.findAll({ where: { status: 0, claimToken: null }, limit: 10 });"],
    ["TypeORM", "const rows = await jobRepository.find({ where: { status: 0, claimToken: IsNull() }, take: 10 });"],
  ])("finds %s", async (_name, code) => {
    expect(await printed("candidate-order-by-id", code)).toMatchSnapshot();
  });

  it.each([
    "pool.query('SELECT id, claim_token FROM job WHERE status = 0 ORDER BY id LIMIT 10');",
    "pool.query('SELECT id, claim_token FROM job WHERE status = 0 ORDER BY job.id DESC LIMIT 10');",
    "pool.query('SELECT id, claim_token FROM job WHERE status = 0 ORDER BY status, id LIMIT 10');",
    "pool.query('SELECT id, claim_token FROM job WHERE status = 5 AND run_at <= ? ORDER BY run_at LIMIT 10', [now]);",
    "pool.query('SELECT id, claim_token FROM job WHERE status = 2 LIMIT 10');",
    "pool.query('SELECT id, claim_token FROM job WHERE status = ? LIMIT 10', [status]);",
    "pool.query('SELECT COUNT(claim_token) FROM job WHERE status = 0 LIMIT 1');",
    "pool.query('SELECT id, claim_token FROM job WHERE status = 0 AND id IN (?) LIMIT 10', [ids]);",
    `pool.query(\`SELECT id, claim_token FROM job WHERE status = 0 \${filter} LIMIT 10\`);`,
    "pool.query('SELECT id, claim_token FROM job WHERE status = 0 LIMIT 10 OFFSET 20');",
    "pool.query('SELECT 1 FROM job WHERE status = 0 AND claim_token IS NULL LIMIT 1');",
    "pool.query('SELECT id FROM orders WHERE status = 0 LIMIT 10');",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });

  it("knows the indexes of a table that it has seen", async () => {
    const table =
      "CREATE TABLE job (id int PRIMARY KEY, status tinyint, priority int, claim_token varchar(32), claim_time int, KEY i (status, id)";
    const look = "SELECT id FROM job WHERE status = 0 ORDER BY priority, id LIMIT 10;";
    expect(await printed("candidate-order-by-id", `${table});\n${look}`, "x.sql")).toMatchSnapshot();
    expect(await lintText(`${table}, KEY p (status, priority, id));\n${look}`, "x.sql")).toEqual([]);
    expect(await lintText(`${table});\nALTER TABLE job ADD INDEX p (status, priority);\n${look}`, "x.sql")).toEqual([]);
  });
});
