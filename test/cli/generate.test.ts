import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Project, scratchProject } from "./project.js";
import { queuegen } from "./run.js";

const generated = "queues/generated";
const consumer = `${generated}/notify/consumer.ts`;
const schema = "queues/schemas/notify.queue.ts";

async function projectWithNotify(): Promise<Project> {
  const project = scratchProject();
  await project.run("add", "notify");
  return project;
}

describe("check and generate", () => {
  it("a file that is missing is found and written", async () => {
    const project = await projectWithNotify();
    const before = project.read(consumer);
    project.remove(consumer);
    expect(await project.run("check")).toEqual({
      code: 1,
      out: `${consumer}   missing\n1 problem. \`queuegen generate\` writes what is missing or changed.\n`,
      err: "",
    });
    expect(await project.run("generate")).toEqual({
      code: 0,
      out: `created     ${consumer}\n1 file changed.\n`,
      err: "",
    });
    expect(project.read(consumer)).toBe(before);
  });

  it("a schema that changed is found with a diff and its files are updated", async () => {
    const project = await projectWithNotify();
    project.edit(schema, (text) => text.replace("attempts: 5", "attempts: 7"));
    const check = await project.run("check");
    expect(check.code).toBe(1);
    expect(check.out).toContain(`${consumer}   changed\n  @@ `);
    expect(check.out).toMatch(/\n {2}- .*attempts >= 5.*\n/);
    expect(check.out).toMatch(/\n {2}\+ .*attempts >= 7.*\n/);
    expect(await project.run("generate")).toMatchObject({ code: 0 });
    expect(project.read(consumer)).toContain("attempts >= 7");
    expect(await project.run("check")).toMatchObject({ code: 0 });
  });

  it("a hand-edit is shown, refused, and overwritten only by force", async () => {
    const project = await projectWithNotify();
    const before = project.read(consumer);
    const edited = before.replace(" AND id > :floor ORDER BY id LIMIT :limit`,\n", " ORDER BY id LIMIT :limit`,\n");
    project.write(consumer, edited);
    const check = await project.run("check");
    expect(check.code).toBe(1);
    expect(check.out).toContain(`${consumer}   edited by hand\n  @@ `);
    expect(check.out).toMatch(/\n {2}- .*WHERE status = 0 ORDER.*\n {2}\+ .*WHERE status = 0 AND id > :floor ORDER/);
    expect(check.out).toContain("1 problem. `queuegen generate --force` overwrites what was edited by hand.\n");
    const refused = await project.run("generate");
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("edited by hand; nothing was written");
    expect(project.read(consumer)).toBe(edited);
    expect(await project.run("generate", "--force")).toMatchObject({
      code: 0,
      out: expect.stringContaining(`overwritten ${consumer}`),
    });
    expect(project.read(consumer)).toBe(before);
  });

  it("a forged hash does not make an edited file current", async () => {
    const project = await projectWithNotify();
    const other = await projectWithNotify();
    other.edit(schema, (text) => text.replace("attempts: 5", "attempts: 7"));
    await other.run("generate");
    project.write(consumer, other.read(consumer));
    expect(await project.run("check", "--no-cache")).toMatchObject({
      code: 1,
      out: expect.stringContaining(`${consumer}   changed`),
    });
  });

  it("files of a queue that is gone are orphans; generate removes them and nothing else", async () => {
    const project = await projectWithNotify();
    await project.run("add", "mail");
    project.remove("queues/schemas/mail.queue.ts");
    project.write(`${generated}/mail/notes.md`, "mine\n");
    const check = await project.run("check");
    expect(check.out).toContain(`${generated}/mail/consumer.ts   orphan: no queue declares it any more\n`);
    expect(await project.run("generate")).toMatchObject({
      // The table is there by a migration, and asks for one that drops it.
      code: 1,
      out: expect.stringContaining(`removed     ${generated}/mail/table.ts`),
      err: expect.stringContaining('queue "mail" is not declared any more'),
    });
    expect(project.files().filter((path) => path.startsWith(`${generated}/mail`))).toEqual([
      `${generated}/mail/notes.md`,
    ]);
    expect(project.files()).toContain("queues/handlers/mail.ts");
    expect(await project.run("migrate", "new", "--allow-destructive", "drop-table")).toMatchObject({ code: 0 });
    expect(await project.run("check")).toMatchObject({ code: 0 });
  });

  it("an orphan that was edited stays until force", async () => {
    const project = await projectWithNotify();
    await project.run("add", "mail");
    project.remove("queues/schemas/mail.queue.ts");
    project.edit(`${generated}/mail/table.ts`, (text) => `${text}// mine\n`);
    expect(await project.run("generate")).toMatchObject({ code: 2 });
    expect(await project.run("generate", "--force")).toMatchObject({ code: 1 });
    expect(existsSync(`${project.root}/${generated}/mail`)).toBe(false);
  });

  it("a checkout with CRLF is current, and stays CRLF when it changes", async () => {
    const project = await projectWithNotify();
    for (const path of project.files()) project.edit(path, (text) => text.replaceAll("\n", "\r\n"));
    expect(await project.run("check")).toMatchObject({ code: 0 });
    project.edit(schema, (text) => text.replace("attempts: 5", "attempts: 7"));
    expect(await project.run("generate")).toMatchObject({ code: 0 });
    expect(project.read(consumer)).toContain("attempts >= 7");
    expect(project.read(consumer).replaceAll("\r\n", "")).not.toContain("\n");
    expect(await project.run("check")).toMatchObject({ code: 0 });
  });

  it("--dry-run shows what would happen and writes nothing", async () => {
    const project = await projectWithNotify();
    project.edit(schema, (text) => text.replace("attempts: 5", "attempts: 7"));
    const before = project.read(consumer);
    const { code, out } = await project.run("generate", "--dry-run");
    expect(code).toBe(0);
    expect(out).toContain(`update      ${consumer}\n`);
    expect(out).toContain("would change. Nothing was written.\n");
    expect(project.read(consumer)).toBe(before);
  });

  it("check writes nothing", async () => {
    const project = await projectWithNotify();
    project.remove(generated);
    const before = project.files();
    expect(await project.run("check")).toMatchObject({ code: 1 });
    expect(project.files()).toEqual(before);
  });
});

describe("migrations in check", () => {
  it("a queue without its create migration is told, and generate writes it", async () => {
    const project = await projectWithNotify();
    project.remove("migrations");
    const check = await project.run("check");
    expect(check).toMatchObject({
      code: 1,
      out: expect.stringContaining('migrations/   no migration "create_notify" yet\n'),
    });
    await project.run("generate");
    expect(await project.run("check")).toMatchObject({ code: 0 });
  });

  it("a changed table without a migration is told", async () => {
    const project = await projectWithNotify();
    project.edit(schema, (text) => text.replace("payload: json", "channel: varchar(16),\n    payload: json"));
    const generate = await project.run("generate");
    expect(generate.code).toBe(1);
    expect(generate.err).toContain('change-without-migration  queue "notify"');
    const check = await project.run("check");
    expect(check.code).toBe(1);
    expect(check.out).toContain(
      'migrations/   queue "notify" has a change without a migration: column "channel" is new',
    );
  });
});

describe("errors of schemas", () => {
  it("are shown with their lines, those of all files in one run, and nothing is written", async () => {
    const project = await projectWithNotify();
    project.write(
      "queues/schemas/mail.queue.ts",
      project.read(schema).replaceAll("otify", "ail").replace("attempts: 5", "attempts: -1"),
    );
    project.edit(schema, (text) => text.replace('mode: "claim"', 'mode: "clam"'));
    const before = project.files();
    const { code, out, err } = await project.run("generate");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/queues\/schemas\/mail\.queue\.ts:\d+:\d+\n/);
    expect(err).toMatch(/queues\/schemas\/notify\.queue\.ts:\d+:\d+\n/);
    expect(err).toContain('There is no mode "clam".');
    expect(project.files()).toEqual(before);
  });

  it("no schema at all says how to make one", async () => {
    const project = scratchProject();
    await project.run("init");
    const { code, err } = await project.run("generate");
    expect(code).toBe(2);
    expect(err).toContain("`queuegen add notify` declares one");
  });

  it("one glob of several that matches nothing deletes nothing either", async () => {
    const project = await projectWithNotify();
    project.write("other/mail.queue.ts", project.read(schema).replaceAll("otify", "ail").replaceAll("nail", "mail"));
    project.edit("other/mail.queue.ts", (text) => text.replaceAll("Nail", "Mail"));
    const globs = (other: string) => `"schemas": ["queues/schemas/**/*.queue.ts", "${other}/*.queue.ts"]`;
    project.edit("queuegen.json", (text) => text.replace(/"schemas": \[[^\]]*\]/, globs("other")));
    expect(await project.run("generate")).toMatchObject({ code: 0 });
    project.edit("queuegen.json", (text) => text.replace('"other/', '"othr/'));
    const before = project.files();
    const { code, err } = await project.run("generate");
    expect(code).toBe(2);
    expect(err).toContain("no file matches othr/*.queue.ts.");
    expect(project.files()).toEqual(before);
  });

  it.each([["generate"], ["check"], ["generate", "--force"]])(
    "a glob that matches nothing deletes nothing: %s %s",
    async (...command) => {
      const project = await projectWithNotify();
      project.edit("queuegen.json", (text) => text.replace("schemas/**", "schema/**"));
      const before = project.files();
      const { code, out, err } = await project.run(...command);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toContain("error  no-queues  No queue is declared: no file matches queues/schema/**/*.queue.ts.");
      expect(project.files()).toEqual(before);
    },
  );
});

describe("templates of the user", () => {
  it("replace ours by name, and the command says so", async () => {
    const project = await projectWithNotify();
    project.edit("queuegen.json", (text) => text.replace("{", '{\n  "templates": "my-templates",'));
    project.write("my-templates/claim/reclaimer.ts.hbs", "// of {{pascal}}\n");
    const { code, err } = await project.run("generate");
    expect({ code, err }).toEqual({ code: 0, err: "my-templates/claim/reclaimer.ts.hbs replaces our template\n" });
    expect(project.read(`${generated}/notify/reclaimer.ts`)).toMatch(/\n\/\/ of Notify\n$/);
  });

  it("of an unknown name are refused with the nearest one", async () => {
    const project = await projectWithNotify();
    project.edit("queuegen.json", (text) => text.replace("{", '{\n  "templates": "my-templates",'));
    project.write("my-templates/claim/reclaimr.ts.hbs", "");
    const { code, err } = await project.run("generate");
    expect(code).toBe(2);
    expect(err).toContain('Did you mean "claim/reclaimer.ts"?');
  });
});

it("the example of this repository is current", async () => {
  const example = fileURLToPath(new URL("../../generated-example", import.meta.url));
  expect(await queuegen(example, ["check", "--no-cache"])).toEqual({
    code: 0,
    out: "2 queues, 10 files: all current.\n",
    err: "",
  });
});
