import { mkdirSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Project, scratchProject } from "./project.js";
import { startWatching, type Watching } from "./watching.js";

const SCHEMA = "queues/schemas/notify.queue.ts";
const CONSUMER = "queues/generated/notify/consumer.ts";
const CURRENT = /\d queues? current; watching\.\n/;

async function watched(prepare: (project: Project) => void = () => undefined): Promise<[Project, Watching]> {
  const project = scratchProject("queuegen-watch-");
  // Where the local cache is kept: rounds that find nothing to do stay short.
  symlinkSync(fileURLToPath(new URL("../node_modules", import.meta.url)), `${project.root}/node_modules`);
  await project.run("add", "notify");
  prepare(project);
  const watching = await startWatching(project);
  onTestFinished(async () => void (await watching.stop()));
  return [project, watching];
}

const attempts = (n: number) => (text: string) => text.replace(/attempts: \d+/, `attempts: ${n}`);
const mailOf = (project: Project): string =>
  project.read(SCHEMA).replaceAll("notify", "mail").replaceAll("Notify", "Mail");

describe("generate --watch", () => {
  it("regenerates at each save, writes no migration, and does not wake by what it writes itself", async () => {
    const [project, watching] = await watched();
    const before = project.files().filter((path) => path.startsWith("migrations/"));
    project.edit(SCHEMA, attempts(7));
    expect(await watching.until(CURRENT)).toContain(`updated     ${CONSUMER}\n`);
    expect(project.read(CONSUMER)).toContain("attempts: 7");
    project.edit(SCHEMA, (text) => text.replace("payload:", 'channel: varchar(16, { default: "" }),\n    payload:'));
    const said = await watching.until(CURRENT);
    expect(said).toContain('migrations/   queue "notify" has a change without a migration: column "channel" is new\n');
    expect(said).toContain("`queuegen migrate new` writes it when the schema is done");
    project.edit(SCHEMA, attempts(8));
    // One answer to each save: the output of a round is nothing that a round answers to.
    expect(await watching.until(CURRENT)).toMatch(/^updated .*\n(updated .*\n)?1 queue current; watching\.\n$/);
    expect(watching.rest()).toBe("");
    expect(project.files().filter((path) => path.startsWith("migrations/"))).toEqual(before);
  });

  it("sees editors that write beside and rename, and those that move the old file aside first", async () => {
    const [project, watching] = await watched();
    const path = `${project.root}/${SCHEMA}`;
    for (const n of [6, 7]) {
      project.write(`${SCHEMA}.tmp`, attempts(n)(project.read(SCHEMA)));
      renameSync(`${path}.tmp`, path);
      await watching.until(CURRENT);
      expect(project.read(CONSUMER)).toContain(`attempts: ${n}`);
    }
    const text = attempts(9)(project.read(SCHEMA));
    renameSync(path, `${path}~`);
    // Longer than a round waits for quiet: for that time the file is not there.
    await delay(250);
    project.write(SCHEMA, text);
    expect(await watching.until(CURRENT)).not.toContain("removed");
    expect(project.read(CONSUMER)).toContain("attempts: 9");
  });

  it("comes to the last of many saves, in few rounds", async () => {
    const [project, watching] = await watched();
    for (let n = 10; n <= 40; n++) {
      project.edit(SCHEMA, attempts(n));
      await delay(5);
    }
    let rounds = 0;
    while (!project.read(CONSUMER).includes("attempts: 40")) {
      await watching.until(CURRENT);
      rounds += 1;
    }
    expect(rounds).toBeLessThan(10);
  });

  it("tells a broken schema with its line, goes on, and says when it is mended", async () => {
    const [project, watching] = await watched();
    const whole = project.read(SCHEMA);
    project.write(SCHEMA, whole.replace("attempts: 5", "attempts: 5 5"));
    const said = await watching.until(/schema-syntax.*\n/);
    expect(said).toContain(`${SCHEMA}:20:`);
    expect(project.read(CONSUMER)).toContain("attempts: 5");
    project.write(SCHEMA, whole);
    expect(await watching.until(CURRENT)).not.toContain("updated");
    const config = project.read("queuegen.json");
    project.write("queuegen.json", config.replace("{", "{ nonsense"));
    await watching.until(/config-syntax/);
    project.write("queuegen.json", config);
    await watching.until(CURRENT);
  });

  it("takes in new schemas, also in new folders, and takes out deleted ones", async () => {
    const [project, watching] = await watched();
    mkdirSync(`${project.root}/queues/schemas/more/deep`, { recursive: true });
    project.write("queues/schemas/more/deep/mail.queue.ts", mailOf(project));
    expect(await watching.until(CURRENT)).toContain("created     queues/generated/mail/consumer.ts\n");
    project.edit("queues/schemas/more/deep/mail.queue.ts", attempts(6));
    expect(await watching.until(CURRENT)).toContain("updated     queues/generated/mail/consumer.ts\n");
    project.remove("queues/schemas/more");
    expect(await watching.until(CURRENT)).toContain("removed     queues/generated/mail/consumer.ts\n");
    // The last one is no reason to delete everything: it is told, as `generate` does.
    project.remove(SCHEMA);
    await watching.until(/no-queues/);
    expect(project.read(CONSUMER)).toContain("attempts: 5");
  });

  it("goes on with a folder that was taken away and put back, at once or later", async () => {
    const [project, watching] = await watched();
    const text = project.read(SCHEMA);
    project.remove("queues/schemas");
    project.write(SCHEMA, attempts(6)(text));
    await watching.until(CURRENT);
    expect(project.read(CONSUMER)).toContain("attempts: 6");
    project.edit(SCHEMA, attempts(7));
    await watching.until(CURRENT);
    project.remove("queues/schemas");
    await watching.until(/no-queues/);
    project.write(SCHEMA, attempts(8)(text));
    await watching.until(CURRENT);
    project.edit(SCHEMA, attempts(9));
    await watching.until(CURRENT);
    expect(project.read(CONSUMER)).toContain("attempts: 9");
  });

  it("follows what schemas import, the templates and queuegen.json", async () => {
    const [project, watching] = await watched((one) => {
      one.write("shared/limits.ts", "export const ATTEMPTS = 5;\n");
      one.edit(
        SCHEMA,
        (text) =>
          `import { ATTEMPTS } from "../../shared/limits.js";\n${text.replace("attempts: 5", "attempts: ATTEMPTS")}`,
      );
    });
    project.write("shared/limits.ts", "export const ATTEMPTS = 4;\n");
    await watching.until(CURRENT);
    expect(project.read(CONSUMER)).toContain("attempts: 4");
    const template = fileURLToPath(new URL("../../templates/claim/reclaimer.ts.hbs", import.meta.url));
    mkdirSync(`${project.root}/own/claim`, { recursive: true });
    project.write("own/claim/reclaimer.ts.hbs", `// first\n${readFileSync(template, "utf8")}`);
    project.edit("queuegen.json", (text) => text.replace("{", '{\n  "templates": "own",'));
    await watching.until(CURRENT);
    expect(project.read("queues/generated/notify/reclaimer.ts")).toContain("// first\n");
    project.edit("own/claim/reclaimer.ts.hbs", (text) => text.replace("first", "second"));
    await watching.until(CURRENT);
    expect(project.read("queues/generated/notify/reclaimer.ts")).toContain("// second\n");
  });

  it("leaves alone what was edited by hand until that is undone", async () => {
    const [project, watching] = await watched();
    const generated = project.read(CONSUMER);
    project.write(CONSUMER, generated.replace("attempts: 5", "attempts: 55"));
    project.edit(SCHEMA, attempts(7));
    expect(await watching.until(/1 file was edited by hand; nothing is written/)).toMatch(
      /^ *- +retry: \{ attempts: 55,/m,
    );
    expect(project.read(CONSUMER)).toContain("attempts: 55,");
    project.write(CONSUMER, generated);
    project.edit(SCHEMA, attempts(8));
    await watching.until(CURRENT);
    expect(project.read(CONSUMER)).toContain("attempts: 8");
  });

  it("ends with 130 at Ctrl-C, and leaves nothing behind", async () => {
    const [project, watching] = await watched();
    project.edit(SCHEMA, attempts(7));
    await watching.until(CURRENT);
    expect(await watching.stop()).toMatchObject({ code: 130, err: "" });
    expect(project.files().filter((path) => path.includes("tmp"))).toEqual([]);
  });
});

it("--watch and --dry-run do not go together", async () => {
  const project = scratchProject();
  await project.run("add", "notify");
  const { code, err } = await project.run("generate", "--watch", "--dry-run");
  expect(code).toBe(2);
  expect(err).toContain("--watch and --dry-run do not go together");
});
