import { mkdirSync, symlinkSync } from "node:fs";
import { CHANGE_CODES } from "@queuegen/migrations";
import { expect, test } from "vitest";
import { type Project, scratchProject } from "../../cli/project.js";
import type { Run } from "../../cli/run.js";
import { eachServer, freshDatabase } from "../../services/database.js";
import { installPackages } from "../../types/compiler.js";
import { page, ROOT } from "../pages.js";
import { follow, pathOf } from "../session.js";
import { expectOutputs } from "./expected.js";
import { userEnvironment } from "./reader.js";

const howTo = page("docs/how-to/change-a-queue.md");
const SCHEMA = "src/queues/schemas/notify.queue.ts";

eachServer((server) => {
  const database = freshDatabase(server);

  test("a table that is in use changes as docs/how-to/change-a-queue.md shows, and prints what it shows", async () => {
    const project = emptyProject();
    const run = (...args: readonly string[]): Promise<Run> =>
      project.runWith({ env: { DATABASE_URL: database.url } }, ...args);
    const [first] = howTo.blocks.filter((block) => pathOf(block) === SCHEMA);
    project.write(SCHEMA, (first?.text ?? "").replace(/ *channel: .*\n/, "").replace(/, idx_channel: [^\]]*\]/, ""));
    expect(await run("init")).toMatchObject({ code: 0 });
    expect(await run("generate")).toMatchObject({ code: 0 });
    expect(await run("migrate", "up")).toMatchObject({ code: 0 });
    await database.query("INSERT INTO notify_task (create_time, payload) VALUES (1, '{}')");
    const steps = await follow(howTo.blocks, {
      cwd: project.root,
      env: { ...userEnvironment(), DATABASE_URL: database.url },
      replace: {},
    });
    expectOutputs(howTo.blocks, steps);
    expect(await database.query("SHOW COLUMNS FROM notify_task LIKE 'via'")).toEqual([]);
    expect(await database.query("SELECT COUNT(*) AS n FROM notify_task")).toEqual([{ n: 1 }]);
  });
});

test("docs/how-to/change-a-queue.md names every kind of change", () => {
  const named =
    howTo.blocks.length > 0
      ? howTo.text.match(/^\| `.*$/gm)?.flatMap((row) => row.split("|")[1]?.match(/[a-z-]+/g) ?? [])
      : [];
  expect([...(named ?? [])].sort()).toEqual([...CHANGE_CODES].sort());
});

/** With `npx queuegen`. */
function emptyProject(): Project {
  const project = scratchProject("queuegen-docs-");
  installPackages(project);
  project.write("package.json", '{ "type": "module" }\n');
  project.write("src/index.ts", "export {};\n");
  const bin = `${project.root}/node_modules/.bin`;
  mkdirSync(bin, { recursive: true });
  symlinkSync(`${ROOT}packages/cli/bin/queuegen.js`, `${bin}/queuegen`);
  return project;
}
