import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-full-payload-like-scan", () => {
  it.each([
    ["a pattern in the text", `pool.query("SELECT claim_token FROM job WHERE payload LIKE '%12%'");`],
    ["a bound one", `pool.query('SELECT claim_token FROM job WHERE task_id LIKE ?', [\`%\${id}%\`]);`],
    [
      "one put together by the server",
      `pool.query("SELECT claim_token FROM job WHERE payload LIKE CONCAT('%', ?, '%')", [id]);`,
    ],
    ["one put into the text", `pool.query(\`SELECT claim_token FROM job WHERE dedupe_key LIKE '%\${key}'\`);`],
    [
      "Kysely",
      `const rows = await db.selectFrom("job").select("claim_token").where("payload", "like", \`%\${id}%\`).where("claim_token", "is", null).execute();`,
    ],
    ["Knex", `const rows = await knex("job").whereNull("claim_token").whereLike("payload", "%" + id + "%");`],
    [
      "Drizzle",
      `const rows = await db.select().from(job).where(and(like(job.payload, \`%\${id}%\`), isNull(job.claimToken)));`,
    ],
    ["Prisma", "const rows = await prisma.job.findMany({ where: { payload: { contains: id }, claimToken: null } });"],
    [
      "Sequelize",
      `const rows = await Job.findAll({ where: { payload: { [Op.like]: \`%\${id}%\` }, claimToken: null } });`,
    ],
    ["TypeORM", `const rows = await jobRepository.find({ where: { taskId: Like("%" + id), claimToken: IsNull() } });`],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-full-payload-like-scan", code)).toMatchSnapshot();
  });

  it.each([
    `pool.query("SELECT claim_token FROM job WHERE task_id LIKE '12%'");`,
    "pool.query('SELECT claim_token FROM job WHERE task_id LIKE ?', [pattern]);",
    `pool.query("SELECT claim_token FROM job WHERE error_message LIKE '%timeout%'");`,
    `pool.query("SELECT claim_token FROM job WHERE title LIKE '%a%'");`,
    `pool.query("SELECT id FROM posts WHERE body LIKE '%a%'");`,
    `pool.query("SELECT claim_token FROM job WHERE DATE_FORMAT(created, '%d') = '01'");`,
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});
