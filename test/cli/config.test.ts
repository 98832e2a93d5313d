import { describe, expect, it } from "vitest";
import { scratchProject } from "./project.js";

/** Exit code and message of `check` under a queuegen.json. */
async function check(config: string): Promise<{ readonly code: number | null; readonly err: string }> {
  const project = scratchProject();
  project.write("queuegen.json", config);
  return project.run("check");
}

describe("a wrong queuegen.json is shown in its line", () => {
  it("unknown key, with the nearest one", async () => {
    expect(await check('{\n  "generate": "src/q"\n}\n')).toMatchObject({
      code: 2,
      err: `queuegen.json:2:3
    2 |   "generate": "src/q"
      |   ^^^^^^^^^^
error  config-invalid  Unknown key "generate".
       Did you mean "generated"?
`,
    });
  });

  it("syntax error", async () => {
    const { code, err } = await check('{\n  "generated": "src/q",,\n}\n');
    expect(code).toBe(2);
    expect(err).toContain("queuegen.json:2:24\n");
    expect(err).toContain("config-syntax");
  });

  it.each([
    ['{ "importExtension": "mjs" }', '"importExtension" must be one of "js", "ts", "none".'],
    ['{ "generated": "/var/tmp" }', '"generated" must be a folder of its own, relative to queuegen.json.'],
    ['{ "generated": 7 }', '"generated" must be a folder of its own, relative to queuegen.json.'],
    ['{ "generated": "." }', '"generated" must be a folder of its own'],
    ['{ "schemas": "x" }', '"schemas" must be a list.'],
    ['{ "migrations": { "folder": "m" } }', 'Unknown key "migrations.folder".'],
    ['{ "database": "src/db.ts" }', '"database" must be a file and the name of an interface in it'],
    ['{ "lint": { "rules": { "no-order-by-rand": "loud" } } }', '"lint.rules.no-order-by-rand" must be one of'],
    ["[]", "queuegen.json must hold an object."],
  ])("%s", async (config, message) => {
    const { code, err } = await check(config);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it("all problems at once, in their order", async () => {
    const { err } = await check('{\n  "b": 1,\n  "worker": null\n}\n');
    expect(err.match(/^queuegen\.json:\d+/gm)).toEqual(["queuegen.json:2", "queuegen.json:3"]);
  });
});

it("the configuration of the project is found from a folder below it", async () => {
  const project = scratchProject();
  await project.run("add", "notify");
  project.write("queues/deep/er/x.txt", "");
  const { queuegen } = await import("./run.js");
  expect(await queuegen(`${project.root}/queues/deep/er`, ["check"])).toMatchObject({ code: 0 });
});
