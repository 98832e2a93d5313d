import { rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Project, scratchProject } from "../../cli/project.js";
import type { Run } from "../../cli/run.js";
import { eachServer, type FreshDatabase, freshDatabase } from "../../services/database.js";
import { page } from "../pages.js";

interface Scene {
  readonly project: Project;
  readonly database: FreshDatabase;
  run(...args: readonly string[]): Promise<Run>;
}

const CREATE = "migrations/20260301120000_create_notify";

/** How to come to see the message that a page shows. Each starts in a project with the queue `notify` and an empty database. */
const WAYS: Readonly<Record<string, (scene: Scene) => Promise<Run>>> = {
  "database-connection": ({ project, database }) =>
    project.run("migrate", "up", "--url", database.url.replace(database.name, "no_such_database")),
  "ledger-not-ours": async ({ run, database }) => {
    await database.query("CREATE TABLE queuegen_migrations (id int)");
    return run("migrate", "up");
  },
  "migration-changed": async ({ run, project }) => {
    await run("migrate", "up");
    project.edit(`${CREATE}/up.sql`, (text) => text.replace("varchar(500)", "varchar(600)"));
    return run("migrate", "up");
  },
  "migration-missing": async ({ run, project }) => {
    await run("migrate", "up");
    rmSync(`${project.root}/${CREATE}`, { recursive: true });
    return run("migrate", "up");
  },
  "migration-not-reverted": async ({ run, database }) => {
    await run("migrate", "up");
    await database.query("INSERT INTO notify_task (create_time, payload) VALUES (1, '{}')");
    await run("migrate", "down");
    return run("migrate", "down");
  },
  "migration-not-resolved": async ({ run }) => {
    await run("migrate", "up");
    return run("migrate", "resolve", "20260301120000_create_notify", "--applied");
  },
  "migration-table-exists": async ({ run, database }) => {
    await database.query("CREATE TABLE notify_task (id int)");
    return run("migrate", "up");
  },
  "migration-unreadable": async ({ run, project }) => {
    writeFileSync(`${project.root}/${CREATE}/snapshot.json`, "<<<<<<< ours");
    return run("migrate", "up");
  },
  "queue-unknown": ({ run }) => run("explain", "notfy"),
  "table-missing": ({ run }) => run("explain"),
};

eachServer((server) => {
  const database = freshDatabase(server);

  test.each(Object.entries(WAYS))("the page of %s shows what is printed", async (code, provoke) => {
    for (const { name } of await database.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()",
    )) {
      await database.query(`DROP TABLE ${name}`);
    }
    const project = scratchProject();
    await project.run("add", "notify");
    const run = (...args: readonly string[]): Promise<Run> =>
      project.runWith({ env: { DATABASE_URL: database.url } }, ...args);
    const { code: exit, err } = await provoke({ project, database, run });
    expect(exit).toBe(2);
    const [shown] = page(`docs/errors/${code}.md`).blocks;
    expect(inWordsOfPages(err, database)).toMatch(patternOf(shown?.text ?? ""));
  });
});

/** The pages speak of a database `app` on the usual port. */
function inWordsOfPages(text: string, database: FreshDatabase): string {
  return text
    .replaceAll(database.name, "app")
    .replaceAll("no_such_database", "app")
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:3306");
}

/** `3f5a...` on a page is the start of some digest. */
function patternOf(shown: string): RegExp {
  const escaped = shown.trimEnd().replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(escaped.replace(/[0-9a-f]{4}\\\.\\\.\\\./g, "[0-9a-f]+(?:\\.\\.\\.)?"));
}
