import { describe, expect, it } from "vitest";
import { scratchProject } from "./project.js";

const generated = "src/queues/generated";

describe("queuegen init", () => {
  it("makes a configuration that fits the project, and overwrites nothing the second time", async () => {
    const project = scratchProject();
    project.write("src/app.ts", "export {};\n");
    project.write("tsconfig.json", '{ "compilerOptions": { "rewriteRelativeImportExtensions": true } } // ts\n');
    expect(await project.run("init")).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(project.read("queuegen.json"))).toMatchObject({
      generated: "src/queues/generated",
      importExtension: "ts",
    });
    project.write("queuegen.json", '{ "generated": "src/q" }\n');
    const again = await project.run("init");
    expect(again.out).toContain("kept        queuegen.json");
    expect(project.read("queuegen.json")).toBe('{ "generated": "src/q" }\n');
  });

  it("adds its line to a .gitattributes that is there, once", async () => {
    const project = scratchProject();
    project.write(".gitattributes", "* text=auto");
    await project.run("init");
    await project.run("init");
    expect(project.read(".gitattributes")).toBe(
      "* text=auto\nqueues/generated/** linguist-generated text eol=lf\nqueues/generated/registry.ts merge=union\n",
    );
  });
});

describe("queuegen add", () => {
  it("makes everything from schema to migration and says how to go on", async () => {
    const project = scratchProject();
    project.write("src/app.ts", "export {};\n");
    const { code, out, err } = await project.run("add", "notify");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(project.files()).toEqual([
      ".gitattributes",
      ".github/workflows/queuegen.yml",
      "migrations/20260301120000_create_notify/down.sql",
      "migrations/20260301120000_create_notify/snapshot.json",
      "migrations/20260301120000_create_notify/up.sql",
      "migrations/20260301120000_queuegen_support/down.sql",
      "migrations/20260301120000_queuegen_support/snapshot.json",
      "migrations/20260301120000_queuegen_support/up.sql",
      "queuegen.json",
      "src/app.ts",
      `${generated}/notify/consumer.ts`,
      `${generated}/notify/producer.ts`,
      `${generated}/notify/reclaimer.ts`,
      `${generated}/notify/schema.sql`,
      `${generated}/notify/table.ts`,
      `${generated}/registry.ts`,
      "src/queues/handlers/notify.ts",
      "src/queues/schemas/notify.queue.ts",
      "src/queues/worker.ts",
    ]);
    expect(out).toContain("npx queuegen migrate up\n");
    expect(out).toContain("  npm install --save-dev tsx\n");
    expect(out).toContain("npx tsx src/queues/worker.ts\n");
    expect(await project.run("check")).toEqual({ code: 0, out: "1 queue, 6 files: all current.\n", err: "" });
  });

  it("tells the lines that a second queue needs in the worker, and touches neither worker nor handler", async () => {
    const project = scratchProject();
    await project.run("add", "notify");
    project.write("queues/worker.ts", "// mine\n");
    project.write("queues/handlers/order-timeout.ts", "// mine too\n");
    const { code, out } = await project.run("add", "order-timeout", "--table", "order_waits");
    expect(code).toBe(0);
    expect(out).toContain(
      'import { handleOrderTimeout } from "./handlers/order-timeout.js";\n  orderTimeout: handleOrderTimeout,',
    );
    expect(project.read("queues/worker.ts")).toBe("// mine\n");
    expect(project.read("queues/handlers/order-timeout.ts")).toBe("// mine too\n");
    expect(project.read("queues/generated/registry.ts")).toContain("orderTimeout: {");
    expect(project.read("queues/generated/order-timeout/schema.sql")).toContain("CREATE TABLE `order_waits`");
  });

  it("starts the worker where tsc puts it", async () => {
    const project = scratchProject();
    project.write("src/app.ts", "export {};\n");
    project.write("tsconfig.base.json", '{ "compilerOptions": { "outDir": "build" } }');
    project.write("tsconfig.json", '{ "extends": "./tsconfig.base", "compilerOptions": { "rootDir": "src", }, }');
    expect((await project.run("add", "notify")).out).toContain("npx tsc && node build/queues/worker.js\n");
  });

  it.each([
    ["../x", "A queue name is made of lower-case words"],
    ["", "The name is empty."],
    ["constructor", "constructor"],
    ["delete", "reserved word"],
    ["Order Timeout", 'For instance "order-timeout".'],
    ["a".repeat(200), "200 characters"],
    ["__proto__", "A queue name is made of lower-case words"],
  ])("refuses the name %j in its place and writes nothing", async (name, message) => {
    const project = scratchProject();
    const { code, out, err } = await project.run("add", name);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("command line:1:14\n");
    expect(err).toContain(message);
    expect(err).not.toContain("    at ");
    expect(project.files()).toEqual([]);
  });

  it("says of a queue that is there that it is there, and advises nothing that is done", async () => {
    const project = scratchProject();
    await project.run("add", "notify");
    const before = project.files();
    const { code, out } = await project.run("add", "notify");
    expect(code).toBe(0);
    expect(out).toContain('Queue "notify" is declared already, on the table "notify_task".\n');
    expect(out).not.toContain("Add the handler");
    expect(project.files()).toEqual(before);
  });

  it("refuses another table for a queue that is there", async () => {
    const project = scratchProject();
    await project.run("add", "notify");
    const { code, out, err } = await project.run("add", "notify", "--table", "other_table");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain('declared in queues/schemas/notify.queue.ts, on the table "notify_task".');
  });

  it("refuses the table of another queue and writes nothing", async () => {
    const project = scratchProject();
    await project.run("add", "notify");
    const before = project.files();
    const { code, out, err } = await project.run("add", "mails", "--table", "Notify_task");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain('shared-table  The table "Notify_task" belongs to queue "notify"');
    expect(project.files()).toEqual(before);
  });

  it("refuses a queue that another file declares", async () => {
    const project = scratchProject();
    await project.run("add", "notify");
    project.write("queues/schemas/other.queue.ts", project.read("queues/schemas/notify.queue.ts"));
    project.remove("queues/schemas/notify.queue.ts");
    const { code, err } = await project.run("add", "notify");
    expect(code).toBe(2);
    expect(err).toContain('There is a queue "notify" already, declared in queues/schemas/other.queue.ts.');
  });
});

describe("a wrong command line", () => {
  it.each([
    [["genrate"], 'unknown command "genrate"', "Did you mean `queuegen generate`?"],
    [["generate", "--dry-rn"], 'unknown argument "--dry-rn"', "`queuegen generate --help`"],
    [["add"], 'something is missing after "add"', "`queuegen add --help`"],
    [["add", "notify", "--mode", "stream"], '--mode takes one of claim, cursor, not "stream"', "`queuegen add --help`"],
    [["add", "notify", "--mode", "cursor"], "say which one", "queuegen add notify --mode cursor --table orders"],
    [
      ["add", "notify", "--mode", "cursor", "--table", "t", "--adopt"],
      "--adopt adds the columns of mode claim",
      "Leave it out",
    ],
  ])("%j", async (args, message, hint) => {
    const { code, out, err } = await scratchProject().run(...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err.toLowerCase()).toContain(message);
    expect(err).toContain(hint);
  });

  it("without a command shows the commands", async () => {
    const { code, out } = await scratchProject().run();
    expect(code).toBe(2);
    expect(out).toContain("queuegen generate");
  });
});

it("a command outside a project says how to make one", async () => {
  const { code, err } = await scratchProject().run("check");
  expect(code).toBe(2);
  expect(err).toContain("`queuegen init` makes one.");
});
