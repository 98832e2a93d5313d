import { mkdirSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import type { Project } from "../../cli/project.js";
import { eachServer, freshDatabase } from "../../services/database.js";
import { exampleProject } from "../example-project.js";
import { parsePage } from "../markdown.js";
import { page, ROOT } from "../pages.js";
import { follow, type Step } from "../session.js";
import { userEnvironment } from "./reader.js";

eachServer((server) => {
  const database = freshDatabase(server);

  const run = (project: Project, markdown: string): Promise<Step[]> =>
    follow(parsePage(markdown).blocks, {
      cwd: project.root,
      env: { ...userEnvironment(), DATABASE_URL: database.url },
      replace: {},
    });

  test("the tests that docs/how-to/test-your-handler.md shows pass", async () => {
    const howTo = page("docs/how-to/test-your-handler.md");
    const project = await generated(exampleProject(howTo));
    const steps = await run(project, howTo.text);
    expect(steps.at(-1)?.output).toMatch(/^# pass 3$/m);
  });

  test("the worker, the producer and the reader of docs/how-to/kysely.md do what the page says", async () => {
    await database.query("CREATE TABLE IF NOT EXISTS account (user_id int PRIMARY KEY, notified int NOT NULL)");
    await database.query("INSERT INTO account VALUES (7, 5)");
    const project = await generated(exampleProject(page("docs/how-to/kysely.md")));
    project.write(
      "call-order.mjs",
      'import { db } from "./dist/db.js";\nimport { order } from "./dist/order.js";\nawait order(7);\nawait db.destroy();\n',
    );
    await run(project, "```sh\nnpx queuegen migrate up\nnpx tsc\nnode call-order.mjs\n```");
    expect(await database.query("SELECT notified FROM account")).toEqual([{ notified: 0 }]);
    const [worked] = await run(project, "```sh\nnode dist/queues/worker.js --once\nnode dist/dead-jobs.js\n```");
    expect(await database.query("SELECT notified FROM account")).toEqual([{ notified: 1 }]);
    expect(
      await database.query(
        "SELECT status FROM notify_task WHERE user_id = 7 AND payload LIKE '%Thanks%' ORDER BY id DESC LIMIT 1",
      ),
    ).toEqual([{ status: 2 }]);
    expect(worked?.output).toMatch(/^\[\]$/m);
  });
});

/** With `npx queuegen` and `npx tsc`. */
async function generated(project: Project): Promise<Project> {
  const bin = `${project.root}/node_modules/.bin`;
  mkdirSync(bin);
  symlinkSync(`${ROOT}packages/cli/bin/queuegen.js`, `${bin}/queuegen`);
  symlinkSync(`${ROOT}test/node_modules/typescript-7/bin/tsc`, `${bin}/tsc`);
  expect(await project.run("generate")).toMatchObject({ code: 0 });
  return project;
}
