import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../settings.js";
import { lintText, printed } from "./fixtures.js";

const MYSQL57 = { ...DEFAULT_SETTINGS, target: "mysql57" as const };

describe("no-skip-locked-on-baseline", () => {
  it.each([
    ["SKIP LOCKED", "conn.query('SELECT id FROM job WHERE status = 0 ORDER BY id LIMIT 10 FOR UPDATE SKIP LOCKED');"],
    ["NOWAIT elsewhere: a warning", "conn.query('SELECT * FROM accounts WHERE id = ? FOR UPDATE NOWAIT', [id]);"],
    [
      "Kysely",
      `const rows = await db.selectFrom("job").select("id").where("status", "=", 0).orderBy("id").limit(10).forUpdate().skipLocked().execute();`,
    ],
    ["Knex", `const rows = await knex("job").where({ status: 0 }).orderBy("id").limit(10).forUpdate().skipLocked();`],
    [
      "Drizzle",
      `const rows = await db.select().from(job).where(eq(job.status, 0)).orderBy(job.id).limit(10).for("update", { skipLocked: true });`,
    ],
    [
      "Sequelize",
      `const rows = await Job.findAll({ where: { status: 0 }, order: [["id", "ASC"]], limit: 10, lock: true, skipLocked: true, transaction });`,
    ],
    [
      "TypeORM",
      `const rows = await jobRepository.find({ where: { status: 0 }, order: { id: "ASC" }, take: 10, lock: { mode: "pessimistic_write", onLocked: "skip_locked" } });`,
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-skip-locked-on-baseline", code, undefined, MYSQL57)).toMatchSnapshot();
  });

  it.each([
    "conn.query('SELECT id FROM job WHERE status = 0 ORDER BY id LIMIT 10 /*!80001 FOR UPDATE SKIP LOCKED */');",
    "conn.query('SELECT * FROM accounts WHERE id = ? FOR UPDATE', [id]);",
    "import pg from 'pg'; client.query('SELECT id FROM job WHERE status = 0 FOR UPDATE SKIP LOCKED');",
    "console.log('FOR UPDATE SKIP LOCKED is not known here');",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code, undefined, MYSQL57)).toEqual([]);
  });

  it("finds nothing where nobody has said which servers there are, or only new ones", async () => {
    const look = "SELECT id FROM job WHERE status = 0 ORDER BY id LIMIT 10 FOR UPDATE SKIP LOCKED;";
    expect(await lintText(look, "x.sql")).toEqual([]);
    expect(await lintText(look, "x.sql", { ...DEFAULT_SETTINGS, target: "mysql80" })).toEqual([]);
  });
});
