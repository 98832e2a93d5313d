import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eachServer, freshDatabase } from "../../services/database.js";
import type { CliResult } from "../cli.js";
import { makeRepository, type Repository, repositoryWith } from "./repository.js";

const CHANNEL = "notify_add_column_channel";
const PRIORITY = "notify_add_column_priority";

let merged: Repository | undefined;

/** Two branches that each added a column to one queue, merged on `main`, which came first. */
function forked(): Repository {
  if (merged === undefined) throw new Error("it is there from beforeAll on");
  return merged.copy();
}

beforeAll(async () => {
  const repository = await makeRepository(mkdtempSync(join(tmpdir(), "queuegen-forked-")), ["notify"]);
  merged = repository;
  await repository.git("branch", "other");
  await repository.addColumn("notify", "channel");
  await repository.git("switch", "--quiet", "other");
  await repository.addColumn("notify", "priority");
  await repository.git("switch", "--quiet", "main");
  await merge(repository, "other");
});
afterAll(() => rmSync(merged?.root ?? "", { recursive: true, force: true }));

/** Both columns in the schema, everything else as git left it. */
async function merge(repository: Repository, branch: string): Promise<void> {
  const failed = await repository.git("merge", "--quiet", "--no-edit", branch).then(
    () => false,
    () => true,
  );
  if (!failed) return;
  const conflicts = (await repository.git("diff", "--name-only", "--diff-filter=U")).trim().split("\n");
  expect(conflicts.filter((path) => path.startsWith("migrations/"))).toEqual([]);
  for (const path of conflicts.filter((one) => one.startsWith("queues/schemas/"))) {
    repository.edit(path, (text) => text.replace(/^(<{7}|={7}|>{7}).*\n/gm, ""));
  }
  await repository.queuegen("generate");
  await repository.commit("merge");
}

/** What the workflow of `init` runs in CI, to the first command that fails. */
async function workflow(repository: Repository): Promise<CliResult> {
  const commands = [...repository.read(".github/workflows/queuegen.yml").matchAll(/run: npx queuegen (.+)/g)];
  expect(commands.map(([, command]) => command)).toContain("check --no-cache");
  for (const [, command = ""] of commands) {
    const result = await repository.queuegen(...command.split(" "));
    if (result.code !== 0) return result;
  }
  return { code: 0, out: "", err: "" };
}

describe("two branches that change", () => {
  it("the same queue are told by check, refused by new, and made one line by rebase", async () => {
    const repository = forked();
    const [first, second] = [repository.migration(CHANNEL), repository.migration(PRIORITY)];
    const check = await workflow(repository);
    expect(check.code).toBe(1);
    expect(check.out).toContain(
      `migrations/   queue "notify" goes 2 ways after ${repository.migration("create_notify")}: ${first} and ${second}`,
    );
    expect(check.out).toMatch(new RegExp(`  ${first}/up.sql: ALTER TABLE \`notify_task\` ADD COLUMN \`channel\` `));
    expect(check.out).toMatch(new RegExp(`  ${second}/up.sql: ALTER TABLE \`notify_task\` ADD COLUMN \`priority\` `));
    expect(check.out).toContain("They change different things.");
    expect(check.out).not.toContain("change without a migration");
    const refused = await repository.queuegen("migrate", "new");
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toContain("error  migration-fork");

    const dry = await repository.queuegen("migrate", "rebase", "--dry-run");
    expect(dry).toMatchObject({ code: 0, err: "" });
    expect(dry.out).toContain(`remove      migrations/${second}/up.sql\n`);
    expect(dry.out).toMatch(/\n {2}ALTER TABLE `notify_task`\n? .*`priority` /);
    expect(dry.out).toMatch(/\nNothing was written\.\n$/);
    expect(repository.migration(PRIORITY)).toBe(second);

    const rebase = await repository.queuegen("migrate", "rebase");
    expect(rebase).toMatchObject({ code: 0, err: "" });
    const fresh = repository.migration(PRIORITY);
    expect(fresh > second).toBe(true);
    expect(repository.migrations()).toEqual(["create_notify", "queuegen_support", CHANNEL, PRIORITY]);
    expect(rebase.out).toContain(`removed     migrations/${second}/up.sql\n`);
    expect(rebase.out).toContain(`created     migrations/${fresh}/up.sql\n`);
    const snapshot = JSON.parse(repository.read(`migrations/${fresh}/snapshot.json`));
    expect(snapshot.parent).toBe(first);
    expect(repository.read(`migrations/${fresh}/up.sql`)).toContain("ADD COLUMN `priority`");
    expect(repository.read(`migrations/${fresh}/up.sql`)).not.toContain("ADD COLUMN `channel`");
    expect(await workflow(repository)).toMatchObject({ code: 0, err: "" });
    expect(await repository.queuegen("migrate", "rebase")).toMatchObject({
      code: 0,
      out: "Nothing to do: the migrations go one way.\n",
    });
  });

  it("different queues merge without a conflict and without a fork", async () => {
    const repository = await repositoryWith("notify", "mail");
    await repository.git("switch", "--quiet", "--create", "other");
    await repository.addColumn("mail", "lang");
    await repository.git("switch", "--quiet", "main");
    await repository.addColumn("notify", "channel");
    await repository.git("merge", "--quiet", "--no-edit", "other");
    expect(await repository.queuegen("check")).toMatchObject({ code: 0, err: "" });
  });

  it("the same column by the same change leave one of the two migrations", async () => {
    const repository = await repositoryWith("notify");
    await repository.git("switch", "--quiet", "--create", "other");
    await repository.addColumn("notify", "channel");
    await repository.git("switch", "--quiet", "main");
    await repository.addColumn("notify", "channel");
    await merge(repository, "other");
    expect((await repository.queuegen("check")).out).toContain('They change the same: column "channel".');
    expect((await repository.queuegen("migrate", "rebase")).out).toContain(
      "went: the other way makes the tables what the schemas say already",
    );
    expect(repository.migrations()).toEqual(["create_notify", "queuegen_support", CHANNEL]);
    expect(await repository.queuegen("check")).toMatchObject({ code: 0, err: "" });
  });
});

describe("two branches that add queues", () => {
  it("merge without a conflict: git takes both into the registry, generate puts them in order", async () => {
    const repository = await repositoryWith("notify");
    await repository.git("switch", "--quiet", "--create", "other");
    await repository.queuegen("add", "sms");
    await repository.commit("sms");
    await repository.git("switch", "--quiet", "main");
    await repository.queuegen("add", "mail");
    await repository.commit("mail");
    await repository.git("merge", "--quiet", "--no-edit", "other");
    expect((await repository.git("status", "--porcelain")).trim()).toBe("");
    const check = await repository.queuegen("check");
    expect(check.code).toBe(1);
    expect(check.out).toMatch(/^queues\/generated\/registry\.ts {3}changed$/m);
    expect(await repository.queuegen("generate")).toMatchObject({ code: 0, err: "" });
    expect(await repository.queuegen("check")).toMatchObject({ code: 0, err: "" });
    expect(repository.read("queues/generated/registry.ts")).toMatch(/mail: \{.*notify: \{.*sms: \{/s);
  });

  it("with the support tables in both, as the first of a project, are made one by rebase", async () => {
    const repository = await repositoryWith();
    await repository.git("switch", "--quiet", "--create", "other");
    await repository.queuegen("add", "sms");
    await repository.commit("sms");
    await repository.git("switch", "--quiet", "main");
    await repository.queuegen("add", "mail");
    await repository.commit("mail");
    await repository.git("merge", "--quiet", "--no-edit", "other").catch(() => undefined);
    const conflicts = (await repository.git("diff", "--name-only", "--diff-filter=U")).trim();
    expect(conflicts).toBe("queues/worker.ts");
    await repository.queuegen("generate");
    expect((await repository.queuegen("check")).out).toContain("the support tables go 2 ways from the start");
    expect(await repository.queuegen("migrate", "rebase")).toMatchObject({ code: 0, err: "" });
    expect(repository.migrations()).toEqual(["create_sms", "queuegen_support", "create_mail"]);
    expect(await repository.queuegen("check")).toMatchObject({ code: 0, err: "" });
  });
});

describe("rebase", () => {
  it("throws away nothing that a person wrote, unless told", async () => {
    const repository = forked();
    const name = repository.migration(PRIORITY);
    repository.edit(`migrations/${name}/up.sql`, (text) => `${text}\nUPDATE notify_task SET priority = 'low';\n`);
    const refused = await repository.queuegen("migrate", "rebase");
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toContain(`migration-edited  ${name}/up.sql is not what queuegen wrote`);
    expect(refused.err).toContain("-UPDATE notify_task SET priority = 'low';");
    expect(repository.migration(PRIORITY)).toBe(name);
    expect(await repository.queuegen("migrate", "rebase", "--force")).toMatchObject({ code: 0, err: "" });
    expect(repository.migration(PRIORITY) > name).toBe(true);
    expect(await repository.queuegen("check")).toMatchObject({ code: 0, err: "" });
  });

  it("keeps the way that it is told to keep", async () => {
    const repository = forked();
    const kept = repository.migration(PRIORITY);
    expect(await repository.queuegen("migrate", "rebase", "--onto", kept)).toMatchObject({ code: 0, err: "" });
    expect(repository.migrations()).toEqual(["create_notify", "queuegen_support", PRIORITY, CHANNEL]);
    expect(repository.migration(PRIORITY)).toBe(kept);
  });

  it("solves a fork in the layout of another tool", async () => {
    const repository = await repositoryWith();
    repository.edit("queuegen.json", (text) => text.replace('"format": "folder"', '"format": "dbmate"'));
    await repository.queuegen("add", "notify");
    await repository.commit("notify");
    await repository.git("switch", "--quiet", "--create", "other");
    await repository.addColumn("notify", "priority");
    await repository.git("switch", "--quiet", "main");
    await repository.addColumn("notify", "channel");
    await merge(repository, "other");
    expect((await repository.queuegen("check")).out).toMatch(/ {2}\d{14}_notify_add_column_channel\.sql: ALTER TABLE/);
    expect(await repository.queuegen("migrate", "rebase")).toMatchObject({ code: 0, err: "" });
    expect(repository.migrations().filter((name) => name.startsWith("notify"))).toEqual([
      `${PRIORITY}.sql`,
      `${CHANNEL}.sql`,
    ]);
    expect(await repository.queuegen("check")).toMatchObject({ code: 0, err: "" });
  });
});

eachServer((server) => {
  const database = freshDatabase(server);

  async function start(): Promise<Repository> {
    for (const table of ["notify_task", "queuegen_control", "queuegen_lease", "queuegen_migrations"]) {
      await database.query(`DROP TABLE IF EXISTS ${table}`);
    }
    return forked();
  }
  const columns = async (): Promise<readonly string[]> => {
    const rows = await database.query<{ Field: string }>("SHOW COLUMNS FROM notify_task");
    return rows.map(({ Field }) => Field).filter((name) => name === "channel" || name === "priority");
  };
  const up = (repository: Repository) => repository.queuegen("migrate", "up", "--url", database.url);

  it("what rebase wrote applies where the first branch was applied, and up waits for it", async () => {
    const repository = await start();
    const merged = (await repository.git("rev-parse", "HEAD")).trim();
    await repository.git("checkout", "--quiet", "HEAD^1");
    expect(await up(repository)).toMatchObject({ code: 0, err: "" });
    expect(await columns()).toEqual(["channel"]);
    await repository.git("checkout", "--quiet", merged);
    const refused = await up(repository);
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toContain("migration-fork");
    expect(await columns()).toEqual(["channel"]);
    expect(await repository.queuegen("migrate", "rebase", "--url", database.url)).toMatchObject({ code: 0, err: "" });
    expect(await up(repository)).toMatchObject({ code: 0, err: "" });
    expect(await columns()).toEqual(["channel", "priority"]);
    expect(await repository.queuegen("check")).toMatchObject({ code: 0, err: "" });
    expect(await repository.queuegen("migrate", "status", "--url", database.url)).toMatchObject({ code: 0, err: "" });
  });

  it("what a database has stays, and the other way is written anew", async () => {
    const repository = await start();
    await repository.git("checkout", "--quiet", "HEAD^2");
    expect(await up(repository)).toMatchObject({ code: 0, err: "" });
    await repository.git("checkout", "--quiet", "main");
    const kept = repository.migration(PRIORITY);
    const asked = await repository.queuegen(
      "migrate",
      "rebase",
      "--onto",
      repository.migration(CHANNEL),
      "--url",
      database.url,
    );
    expect(asked).toMatchObject({ code: 2, out: "" });
    expect(asked.err).toContain(`migration-applied  migration ${kept} is applied in database "${database.name}"`);
    expect(await repository.queuegen("migrate", "rebase", "--url", database.url)).toMatchObject({ code: 0, err: "" });
    expect(repository.migration(PRIORITY)).toBe(kept);
    expect(await up(repository)).toMatchObject({ code: 0, err: "" });
    expect(await columns()).toEqual(["channel", "priority"]);
  });
});
