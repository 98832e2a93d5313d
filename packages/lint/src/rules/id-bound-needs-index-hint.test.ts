import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../settings.js";
import { lintText, printed } from "./fixtures.js";

describe("id-bound-needs-index-hint", () => {
  it.each([
    [
      "an id bound",
      "pool.query('SELECT id, claim_token FROM job WHERE status = 0 AND id > ? ORDER BY id LIMIT 10', [floor]);",
    ],
    [
      "a hint to leave an index out",
      "pool.query('SELECT id, claim_token FROM job IGNORE INDEX (x) WHERE status = 0 AND id >= ? ORDER BY id LIMIT 10', [floor]);",
    ],
    [
      "Kysely",
      `const rows = await db.selectFrom("job").select("id").where("status", "=", 0).where("claim_token", "is", null).where("id", ">", floor).orderBy("id").limit(10).execute();`,
    ],
    [
      "Knex",
      `const rows = await knex("job").select("id").where("status", 0).whereNull("claim_token").where("id", ">", floor).orderBy("id").limit(10);`,
    ],
    [
      "Drizzle",
      "const rows = await db.select().from(job).where(and(eq(job.status, 0), isNull(job.claimToken), gt(job.id, floor))).orderBy(job.id).limit(10);",
    ],
    [
      "Prisma",
      `const rows = await prisma.job.findMany({ where: { status: 0, claimToken: null, id: { gt: floor } }, orderBy: { id: "asc" }, take: 10 });`,
    ],
    [
      "Sequelize",
      `const rows = await Job.findAll({ where: { status: 0, claimToken: null, id: { [Op.gt]: floor } }, order: [["id", "ASC"]], limit: 10 });`,
    ],
    [
      "TypeORM",
      `const rows = await jobRepository.find({ where: { status: 0, claimToken: IsNull(), id: MoreThan(floor) }, order: { id: "ASC" }, take: 10 });`,
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("id-bound-needs-index-hint", code)).toMatchSnapshot();
  });

  it.each([
    "pool.query('SELECT id, claim_token FROM job FORCE INDEX (idx_status_id) WHERE status = 0 AND id > ? ORDER BY id LIMIT 10', [floor]);",
    "pool.query('SELECT id, claim_token FROM job AS j USE INDEX (idx_status_id) WHERE status = 0 AND id > ? ORDER BY id LIMIT 10', [floor]);",
    "pool.query('SELECT /*+ INDEX(job idx_status_id) */ id, claim_token FROM job WHERE status = 0 AND id > ? ORDER BY id LIMIT 10', [floor]);",
    "const rows = await db.select().from(job, { forceIndex: byStatus }).where(and(eq(job.status, 0), isNull(job.claimToken), gt(job.id, floor))).orderBy(job.id).limit(10);",
    "pool.query('SELECT id, claim_token FROM job WHERE status = 2 AND id > ? ORDER BY id LIMIT 500', [cursor]);",
    "pool.query('SELECT id, claim_token FROM job WHERE id > ? ORDER BY id LIMIT 500', [cursor]);",
    "pool.query('SELECT id FROM users WHERE status = 0 AND id > ? ORDER BY id LIMIT 500', [cursor]);",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });

  it("finds nothing where MariaDB is the target, and names the index of the table", async () => {
    const look = "SELECT id, claim_token FROM job WHERE status = 0 AND id > 5 ORDER BY id LIMIT 10;";
    expect(await lintText(look, "x.sql", { ...DEFAULT_SETTINGS, target: "mariadb106" })).toEqual([]);
    const table =
      "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY by_status (status, id));\n";
    expect(await printed("id-bound-needs-index-hint", table + look, "x.sql")).toMatchSnapshot();
  });
});
