import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("candidate-index-shape", () => {
  it.each([
    ["all but the finished", "pool.query('SELECT id, claim_token FROM job WHERE status != 2 ORDER BY id LIMIT 10');"],
    ["not in a list", "pool.query('SELECT id, claim_token FROM job WHERE status NOT IN (2, 3) ORDER BY id LIMIT 10');"],
    ["several states", "pool.query('SELECT id, claim_token FROM job WHERE status IN (0, 5) ORDER BY id LIMIT 10');"],
    [
      "new ones or expired ones",
      "pool.query('SELECT id FROM job WHERE (status = 0 OR (status = 1 AND claim_time < ?)) ORDER BY id LIMIT 10', [old]);",
    ],
    [
      "a function around the status",
      `pool.query("SELECT id, claim_token FROM job WHERE CAST(status AS CHAR) = '0' ORDER BY id LIMIT 10");`,
    ],
    ["arithmetic", "pool.query('SELECT id, claim_token FROM job WHERE status + 0 = 0 ORDER BY id LIMIT 10');"],
    [
      "Kysely",
      `const rows = await db.selectFrom("job").select(["id", "claim_token"]).where("status", "!=", 2).where("claim_token", "is", null).orderBy("id").limit(10).execute();`,
    ],
    [
      "Knex",
      `const rows = await knex("job").select("id", "claim_token").whereIn("status", [0, 5]).whereNull("claim_token").orderBy("id").limit(10);`,
    ],
    [
      "Drizzle",
      "const rows = await db.select().from(job).where(and(ne(job.status, 2), isNull(job.claimToken))).orderBy(job.id).limit(10);",
    ],
    [
      "Prisma",
      `const rows = await prisma.job.findMany({ where: { status: { in: [0, 5] }, claimToken: null }, orderBy: { id: "asc" }, take: 10 });`,
    ],
    [
      "Sequelize",
      `const rows = await Job.findAll({ where: { status: { [Op.ne]: 2 }, claimToken: null }, order: [["id", "ASC"]], limit: 10 });`,
    ],
    [
      "TypeORM",
      `const rows = await jobRepository.find({ where: { status: In([0, 5]), claimToken: IsNull() }, order: { id: "ASC" }, take: 10 });`,
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("candidate-index-shape", code)).toMatchSnapshot();
  });

  it.each([
    `pool.query("SELECT id, claim_token FROM job WHERE status = '0' ORDER BY id LIMIT 10");`,
    "pool.query('SELECT id, claim_token FROM job WHERE status IN (0) ORDER BY id LIMIT 10');",
    "pool.query('SELECT id, claim_token FROM job WHERE status IN (2, 3) ORDER BY id DESC LIMIT 50');",
    "pool.query('SELECT id, claim_token FROM job WHERE status IN (0, 1) ORDER BY id LIMIT 50');",
    "pool.query('SELECT id, claim_token FROM job WHERE status != 2 ORDER BY id LIMIT 50 OFFSET 100');",
    "pool.query('SELECT id, claim_token FROM job WHERE status != 0 ORDER BY id LIMIT 50');",
    "pool.query('SELECT COUNT(claim_token) FROM job WHERE status != 2 LIMIT 1');",
    "pool.query('SELECT id, claim_token FROM job WHERE status = 0 AND (user_id = ? OR user_id IS NULL) ORDER BY id LIMIT 10', [user]);",
    "pool.query('SELECT id FROM orders WHERE status != 2 ORDER BY id LIMIT 10');",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });

  it("finds a number for a status that is text, and no text for one that is a number", async () => {
    const table = (type: string) =>
      `CREATE TABLE job (id int PRIMARY KEY, status ${type}, claim_token varchar(32), claim_time int, KEY i (status, id));\n`;
    const look = "SELECT id FROM job WHERE status = 0 ORDER BY id LIMIT 10;";
    expect(await printed("candidate-index-shape", table("varchar(10)") + look, "x.sql")).toMatchSnapshot();
    expect(await lintText(table("tinyint") + look.replace("0", "'0'"), "x.sql")).toEqual([]);
    expect(await lintText(table("varchar(10)") + look.replace("0", "'pending'"), "x.sql")).toEqual([]);
  });
});
