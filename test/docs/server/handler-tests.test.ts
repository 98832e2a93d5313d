import { mkdirSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { eachServer, freshDatabase } from "../../services/database.js";
import { exampleProject } from "../example-project.js";
import { page, ROOT } from "../pages.js";
import { follow } from "../session.js";
import { userEnvironment } from "./reader.js";

eachServer((server) => {
  const database = freshDatabase(server);

  test("the tests that docs/how-to/test-your-handler.md shows pass", async () => {
    const howTo = page("docs/how-to/test-your-handler.md");
    const project = exampleProject(howTo);
    const bin = `${project.root}/node_modules/.bin`;
    mkdirSync(bin);
    symlinkSync(`${ROOT}packages/cli/bin/queuegen.js`, `${bin}/queuegen`);
    symlinkSync(`${ROOT}test/node_modules/typescript-7/bin/tsc`, `${bin}/tsc`);
    expect(await project.run("generate")).toMatchObject({ code: 0 });
    const env = { ...userEnvironment(), DATABASE_URL: database.url };
    const steps = await follow(howTo.blocks, { cwd: project.root, env, replace: {} });
    expect(steps.at(-1)?.output).toMatch(/^# pass 3$/m);
  });
});
