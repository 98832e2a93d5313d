import { expect, test } from "vitest";
import { type Project, scratchProject } from "../../cli/project.js";
import type { Run } from "../../cli/run.js";
import { eachServer, freshDatabase } from "../../services/database.js";
import { page } from "../pages.js";
import { follow } from "../session.js";
import { userEnvironment } from "./reader.js";

const { blocks } = page("docs/errors/change-without-migration.md");
const SCHEMA = "queues/schemas/notify.queue.ts";

eachServer((server) => {
  const database = freshDatabase(server);

  test("a table that is in use gets a column by the recipe of docs/errors/change-without-migration.md", async () => {
    const project = scratchProject();
    const run = (...args: readonly string[]): Promise<Run> =>
      project.runWith({ env: { DATABASE_URL: database.url } }, ...args);
    await run("add", "notify");
    await run("migrate", "up");
    await database.query("INSERT INTO notify_task (create_time, payload) VALUES (1, '{}')");
    project.edit(SCHEMA, (text) =>
      text.replace("payload:", 'channel: varchar(16, { default: "mail" }),\n    payload:'),
    );
    expect(await run("generate")).toMatchObject({ code: 1 });
    await writeAsShown(project);
    expect(await run("check")).toMatchObject({ code: 0, err: "" });
    expect(await run("migrate", "up")).toMatchObject({ code: 0, err: "" });
    expect(await database.query("SELECT channel FROM notify_task")).toEqual([{ channel: "mail" }]);
    expect(await run("migrate", "down")).toMatchObject({ code: 0, err: "" });
    expect(await database.query("SHOW COLUMNS FROM notify_task LIKE 'channel'")).toEqual([]);
  });
});

async function writeAsShown(project: Project): Promise<void> {
  await follow(
    blocks.filter(({ language }) => language === "sh"),
    { cwd: project.root, env: userEnvironment(), replace: {} },
  );
  for (const { text } of blocks.filter(({ language }) => language === "sql")) {
    const [first = "", ...sql] = text.split("\n");
    project.write(first.replace("-- ", ""), sql.join("\n"));
  }
  project.edit("migrations/20260401090000_notify_channel/snapshot.json", withDiff);
}

/** Lines with `-` become the `+` right after them; the `+` lines after an unmarked one are put behind it. */
function withDiff(text: string): string {
  const diff = blocks.find(({ language }) => language === "diff")?.text.trimEnd() ?? "";
  const [, gone = "", parent = "", place = "", added = ""] = /^-(.*)\n\+(.*)\n (.*)\n((?:\+.*\n?)+)$/.exec(diff) ?? [];
  const lines = added.replace(/^\+/gm, "").trimEnd();
  const changed = text.replace(gone.trim(), parent.trim()).replace(place.trim(), `${place.trim()}\n${lines}`);
  expect(changed).toContain(parent.trim());
  return changed;
}
