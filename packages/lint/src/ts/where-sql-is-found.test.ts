import { describe, expect, it } from "vitest";
import { lintText } from "../rules/fixtures.js";
import { DEFAULT_SETTINGS } from "../settings.js";

const RAND = "SELECT id FROM job WHERE status = 0 ORDER BY RAND() LIMIT 1";

const TEXTS: readonly (readonly [what: string, code: string])[] = [
  ["query of mysql2", `pool.query("${RAND}");`],
  ["execute", `await conn.execute(\`${RAND}\`, []);`],
  ["prepare", `await conn.prepare("${RAND}");`],
  ["an object with sql", `pool.query({ sql: "${RAND}", values: [] });`],
  ["a callback", `connection.query("${RAND}", function (error, rows) {});`],
  ["a promisified function", `const q = util.promisify(pool.query).bind(pool); q("${RAND}");`],
  ["a chain of +", `pool.query("SELECT id FROM job WHERE status = 0 " + "ORDER BY RAND()" + " LIMIT 1");`],
  ["a join", `pool.query(["SELECT id FROM job", "WHERE status = 0", "ORDER BY RAND()", "LIMIT 1"].join(" "));`],
  ["a constant", `const SQL = "${RAND}"; export const f = () => pool.query(SQL);`],
  ["a member of a constant", `const SQL = { take: "${RAND}" }; pool.query(SQL.take);`],
  ["a field", `class A { private sql = "${RAND}"; f() { return this.db.query(this.sql); } }`],
  ["what a function returns", `const sql = () => "${RAND}"; pool.query(sql());`],
  ["let and +=", `let q = "SELECT id FROM job WHERE status = 0"; q += " ORDER BY RAND()"; pool.query(q);`],
  [
    "a list that is pushed to",
    `const q = ["SELECT id FROM job WHERE status = 0"]; q.push("ORDER BY RAND()"); pool.query(q.join(" "));`,
  ],
  ["a text that is run elsewhere", `export const take = "${RAND}";`],
  ["sql of Kysely", `import { sql } from "kysely"; await sql\`${RAND}\`.execute(db);`],
  ["sql under another name", `import { sql as raw } from "kysely"; await raw\`${RAND}\`.execute(db);`],
  ["sql of Drizzle", `import { sql } from "drizzle-orm"; await db.execute(sql\`${RAND}\`);`],
  ["$queryRaw of Prisma", `await prisma.$queryRaw\`${RAND}\`;`],
  ["$queryRawUnsafe of Prisma", `await prisma.$queryRawUnsafe("${RAND}");`],
  ["Prisma.sql", `await prisma.$queryRaw(Prisma.sql\`${RAND}\`);`],
  ["raw of Knex", `await knex.raw("${RAND}");`],
  ["query of Sequelize", `await sequelize.query("${RAND}", { type: QueryTypes.SELECT });`],
  ["query of TypeORM", `await dataSource.query("${RAND}");`],
  ["orderByRaw of Knex", `await knex("job").where({ status: 0 }).orderByRaw("RAND()").first();`],
  ["orderBy of TypeORM", `await repo.createQueryBuilder("j").where("j.status = 0").orderBy("RAND()").getOne();`],
  ["a literal of Sequelize", `await Job.findOne({ where: { status: 0 }, order: sequelize.literal("RAND()") });`],
  ["random() of Sequelize", `await Job.findOne({ where: { status: 0 }, order: sequelize.random() });`],
  [
    "orderBy of Kysely",
    `await db.selectFrom("job").select("id").where("status", "=", 0).orderBy(sql\`rand()\`).limit(1).execute();`,
  ],
  ["orderBy of Drizzle", `await db.select().from(job).where(eq(job.status, 0)).orderBy(sql\`rand()\`).limit(1);`],
  ["a condition", `pool.query(random ? "${RAND}" : "SELECT 1");`],
  ["tsx", `export const A = () => <button onClick={() => pool.query("${RAND}")}>go</button>;`],
  ["CommonJS", `const db = require("./db"); exports.f = () => db.query("${RAND}");`],
  ["a decorated method", `class A { @Cron("* * * * *") async f() { await this.db.query("${RAND}"); } }`],
];

describe("SQL is found in", () => {
  it.each(TEXTS)("%s", async (what, code) => {
    const found = await lintText(code, what === "tsx" ? "x.tsx" : what === "CommonJS" ? "x.cjs" : "x.ts");
    const rand = found.filter((finding) => finding.code === "no-order-by-rand");
    expect(rand).toHaveLength(1);
    const { at } = rand[0]!;
    // The range is what is written, to the character.
    expect(code.split("\n")[at.line - 1]!.slice(at.column - 1, at.column - 1 + at.length)).toMatch(/rand(?:om)?\(\)/i);
  });

  it("a function that the configuration names, in the argument it names", async () => {
    const code = 'runQuery(ctx, "FROM job WHERE status = 0 ORDER BY RAND()");';
    expect(await lintText(code)).toEqual([]);
    const found = await lintText(code, "x.ts", { ...DEFAULT_SETTINGS, sinks: ["runQuery#1"] });
    expect(found.map((finding) => finding.code)).toEqual(["no-order-by-rand"]);
  });

  it("no text that only sounds like it", async () => {
    const texts = [
      'log.info("select a row for update, order by rand()");',
      "const q = gql`query { job(orderBy: RAND) { id } }`;",
      "const css = styled.div`order: 1; content: 'SELECT';`;",
      'nock("http://x").query({ order: "RAND()" });',
      "const r = String.raw`SELECT \\d`;",
    ];
    for (const text of texts) expect(await lintText(text), text).toEqual([]);
  });

  it("SQL files, also behind DELIMITER", async () => {
    const text = `DELIMITER $$\nCREATE PROCEDURE p()\nBEGIN\n  ${RAND};\nEND$$\nDELIMITER ;\n`;
    expect((await lintText(text, "x.sql")).map(({ code, at }) => [code, at.line])).toEqual([["no-order-by-rand", 4]]);
  });
});
