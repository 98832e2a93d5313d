import { readdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FORMATS, readMigrations } from "@queuegen/migrations";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eachServer, freshDatabase } from "../../services/database.js";
import { cli } from "../cli.js";
import { down, status, up } from "../runner.js";
import { flywayTool, golangMigrateTool, plainTool } from "./by-the-book.js";
import { dbmateTool } from "./dbmate.js";
import { CLASS_PATH, liquibaseTool } from "./liquibase.js";
import { sampleMigrations, TEXT, writeSample } from "./sample.js";
import { knexTool, kyselyTool } from "./scripts.js";
import { tablesOf } from "./tables.js";

const TOOLS = [dbmateTool, knexTool, kyselyTool, golangMigrateTool, flywayTool, plainTool];
const TESTED = CLASS_PATH === undefined ? TOOLS : [...TOOLS, liquibaseTool];

eachServer((server) => {
  const database = freshDatabase(server);
  let root = "";
  let wanted: Readonly<Record<string, string>> = {};

  beforeAll(async () => {
    const folders = sampleMigrations();
    await up(database.url, folders);
    wanted = await tablesOf(database);
    for (const _ of folders) await down(database.url, folders);
    expect(await tablesOf(database)).toEqual({});
  });
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "queuegen-tool-"));
  });
  afterEach(() => rm(root, { recursive: true }));

  describe.each(TESTED)("$format", (tool) => {
    it("makes the same tables of its files as our runner of ours, and takes them back", async () => {
      writeSample(root, tool.format);
      await tool.prepare(root);
      await tool.up(root, database);
      expect(await tablesOf(database)).toEqual(wanted);
      expect(wanted.notify_task).toContain(TEXT.replace("'", "''"));
      await tool.down(root, database);
      expect(await tablesOf(database)).toEqual({});
    });
  });

  it.each(FORMATS)("our runner applies and reverts what is written as $name", async ({ name }) => {
    const folders = await readMigrations(writeSample(root, name), name);
    expect(await up(database.url, folders)).toHaveLength(folders.length);
    expect(await tablesOf(database)).toEqual(wanted);
    expect(await status(database.url, folders)).toEqual(folders.map((folder) => `${folder.name} applied`));
    for (const _ of folders) await down(database.url, folders);
    expect(await tablesOf(database)).toEqual({});
  });

  it("the command takes the layout from queuegen.json, and names the files as they are there", async () => {
    const dir = writeSample(root, "knex");
    const run = (...args: readonly string[]) => cli(root, ["migrate", ...args], { DATABASE_URL: database.url });
    expect(await run("up")).toMatchObject({ code: 0, err: "" });
    expect(await tablesOf(database)).toEqual(wanted);
    expect(await run("down")).toMatchObject({ code: 0, err: "" });
    const [last = ""] = readdirSync(dir).sort().reverse();
    writeFileSync(join(dir, last), "export async function up(): Promise<void> {\n  console.log(1);\n}\n");
    const refused = await run("up");
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toContain(
      `error  migration-not-sql  ${last} cannot be run here: its function up does more than`,
    );
    await database.query("DROP TABLE notify_task, queuegen_control, queuegen_lease, queuegen_migrations");
  });
});
