import { expect, test } from "vitest";
import { scratchProject } from "../../cli/project.js";
import type { Run } from "../../cli/run.js";
import { eachServer, freshDatabase } from "../../services/database.js";
import { page } from "../pages.js";

eachServer((server) => {
  const database = freshDatabase(server);

  test("doctor and drift print what docs/how-to/doctor.md and the reader of mend-a-migration.md expect", async () => {
    const project = scratchProject();
    const run = (...args: readonly string[]): Promise<Run> =>
      project.runWith({ env: { DATABASE_URL: database.url } }, ...args);
    await run("add", "notify");
    await run("migrate", "up");
    await database.query("ALTER TABLE notify_task DROP KEY idx_run_at");

    const [shown = ""] = page("docs/how-to/doctor.md")
      .blocks.filter(({ language }) => language === "text")
      .map(({ text }) => text);
    const finding = /^error {4}drift[\s\S]*?(?=^warning)/m.exec(shown)?.[0] ?? "nothing shown";
    expect((await run("doctor")).out).toContain(finding);
    const drift = await run("migrate", "drift");
    expect(drift.code).toBe(1);
    // The statements of the two are the same.
    const sql = finding.split("\n").flatMap((line) => /^ +> (.*(?:TABLE|ADD|ALGORITHM).*)$/.exec(line)?.[1] ?? []);
    expect(drift.out).toContain(`What would mend it:\n\n${sql.join("\n")}\n`);

    const name = "20260301120000_create_notify";
    expect(await run("migrate", "resolve", name, "--reverted")).toMatchObject({ code: 0, err: "" });
    expect(await run("migrate", "resolve", name, "--applied")).toMatchObject({ code: 0, err: "" });
    const audit = page("docs/how-to/mend-a-migration.md").blocks.filter(({ language }) => language === "sql");
    expect(audit).toHaveLength(1);
    const said = await database.query<{ migration: string; note: string }>(audit[0]?.text ?? "");
    expect(said.map(({ migration, note }) => [migration, note.replace(/: .*?;/, ": somebody;")])).toEqual([
      [name, expect.stringMatching(/^reverted by hand: somebody; was applied /)],
      [name, "applied by hand: somebody; was not applied"],
    ]);
  });
});
