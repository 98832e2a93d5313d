import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Project, scratchProject } from "./project.js";

const schema = "queues/schemas/notify.queue.ts";

async function cachedProject(): Promise<Project> {
  const project = scratchProject();
  mkdirSync(`${project.root}/node_modules`);
  await project.run("add", "notify");
  expect(await project.run("check")).toMatchObject({ code: 0 });
  return project;
}

/** Of the models and of the printed files. */
function cacheFiles(project: Project): readonly string[] {
  const folder = `${project.root}/node_modules/.cache/queuegen`;
  return readdirSync(folder).map((name) => `${folder}/${name}`);
}

describe("the local cache of models", () => {
  it.each(["models", "files"])("is used by check for the %s, and not with --no-cache", async (kind) => {
    const project = await cachedProject();
    for (const file of cacheFiles(project)) {
      // What is kept is taken at its word; only one of the two shall lie.
      if (!file.endsWith(`-${kind}.bin`)) writeFileSync(file, "");
      else writeFileSync(file, readFileSync(file, "latin1").replaceAll("notify_task", "notify_tusk"), "latin1");
    }
    expect(await project.run("check", "--no-cache")).toMatchObject({ code: 0 });
    expect(await project.run("check")).toMatchObject({ code: 1, out: expect.stringContaining("notify_tusk") });
  });

  it("falls with a change of the schema", async () => {
    const project = await cachedProject();
    project.edit(schema, (text) => text.replace("attempts: 5", "attempts: 7"));
    expect(await project.run("check")).toMatchObject({ code: 1 });
  });

  it("falls with a change of a file that the schema imports, and with one that comes to be", async () => {
    const project = await cachedProject();
    project.write("queues/schemas/limits.js", "export const attempts = 5;\n");
    project.edit(
      schema,
      (text) => `import { attempts } from "./limits.js";\n${text.replace("attempts: 5", "attempts")}`,
    );
    expect(await project.run("check")).toMatchObject({ code: 0 });
    project.write("queues/schemas/limits.ts", "export const attempts = 6;\n");
    expect(await project.run("check")).toMatchObject({ code: 1 });
    project.write("queues/schemas/limits.ts", "export const attempts = 5;\n");
    expect(await project.run("check")).toMatchObject({ code: 0 });
  });

  it("falls with another target", async () => {
    const project = await cachedProject();
    project.write("queuegen.json", '{ "target": "mariadb106" }');
    project.edit(schema, (text) => text.replace("retry:", "claim: { skipLocked: true },\n  retry:"));
    expect(await project.run("generate")).toMatchObject({ code: 0 });
    project.write("queuegen.json", '{ "target": "mysql57" }');
    const { code, err } = await project.run("check");
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("skip-locked-target") });
    expect(err).toContain('Set "target" in queuegen.json to "mysql80" or "mariadb106"');
    expect(err).toContain("claim: { skipLocked: true }");
  });

  it("falls with a new schema file", async () => {
    const project = await cachedProject();
    project.write(
      "queues/schemas/mail.queue.ts",
      project.read(schema).replaceAll("otify", "ail").replaceAll("nail", "mail").replaceAll("Nail", "Mail"),
    );
    expect(await project.run("check")).toMatchObject({
      code: 1,
      out: expect.stringContaining("mail/table.ts   missing"),
    });
  });

  it("that is broken or cannot be written is no error", async () => {
    const project = await cachedProject();
    expect(cacheFiles(project)).toHaveLength(2);
    for (const file of cacheFiles(project)) writeFileSync(file, "not a cache");
    expect(await project.run("check")).toMatchObject({ code: 0, err: "" });
    project.remove("node_modules");
    project.write("node_modules/.cache", "in the way");
    expect(await project.run("check")).toMatchObject({ code: 0, err: "" });
  });
});
