import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-offset-partition", () => {
  it.each([
    [
      "OFFSET by a worker's number",
      "pool.query('SELECT id FROM jobs WHERE status = 0 ORDER BY id LIMIT 20 OFFSET ?', [workerIndex * 20]);",
    ],
    [
      "in the short form",
      `pool.query(\`SELECT id FROM jobs WHERE status = 'pending' ORDER BY id LIMIT \${shardNo * 20}, 20\`);`,
    ],
    [
      "a column that binds rows to a worker: a warning",
      "pool.query('SELECT id, claim_token FROM job WHERE status = 0 AND slot = ? ORDER BY id LIMIT 20', [concurrencyId]);",
    ],
    [
      "Kysely",
      `const rows = await db.selectFrom("job").select("id").where("status", "=", 0).orderBy("id").limit(20).offset(workerId * 20).execute();`,
    ],
    [
      "Knex",
      `const rows = await knex("job").where({ status: 0 }).orderBy("id").limit(20).offset(this.workerIndex * 20);`,
    ],
    [
      "Drizzle",
      "const rows = await db.select().from(job).where(eq(job.status, 0)).orderBy(job.id).limit(20).offset(consumerNo * 20);",
    ],
    [
      "Prisma",
      `const rows = await prisma.job.findMany({ where: { status: 0 }, orderBy: { id: "asc" }, take: 20, skip: instanceNo * 20 });`,
    ],
    [
      "Sequelize",
      `const rows = await Job.findAll({ where: { status: 0 }, order: [["id", "ASC"]], limit: 20, offset: workerIndex * 20 });`,
    ],
    [
      "TypeORM",
      `const rows = await jobRepository.find({ where: { status: 0 }, order: { id: "ASC" }, take: 20, skip: process.env.WORKER_NO * 20 });`,
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-offset-partition", code)).toMatchSnapshot();
  });

  it.each([
    "pool.query('SELECT id FROM jobs WHERE status = 0 ORDER BY id LIMIT 20 OFFSET ?', [page * 20]);",
    "pool.query('SELECT id FROM jobs WHERE status = 0 ORDER BY id LIMIT 20 OFFSET ?', [processed]);",
    "pool.query('SELECT id FROM workers WHERE team = ? ORDER BY id LIMIT 20 OFFSET ?', [team, workerPage]);",
    "pool.query('SELECT id FROM jobs WHERE status = 2 ORDER BY id LIMIT 20 OFFSET ?', [workerIndex * 20]);",
    "pool.query('SELECT id, claim_token FROM job WHERE status = 0 AND worker_id = ? ORDER BY id LIMIT 20', [workerId]);",
    "pool.query('SELECT id, claim_token FROM job FORCE INDEX (i) WHERE status = 0 AND id > ? ORDER BY id LIMIT 20', [workerFloor]);",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});
