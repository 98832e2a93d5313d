import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { workerProject } from "./scaffolded-worker.js";

/** Says which process it runs in; "spin" never ends and lets nothing else in; "gate" ends when its file is there. */
const HANDLER = `import { existsSync } from "node:fs";

export const handleNotify = async (job) => {
  console.log("handling", job.payload, "in", process.pid);
  if (job.payload === "spin") for (;;);
  if (job.payload.startsWith("gate ")) {
    while (!existsSync(job.payload.slice(5))) await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
`;

/** Makes JavaScript of TypeScript while it is loaded, as tsx and Node's own type stripping do. */
const HOOKS = `import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from ${JSON.stringify(pathToFileURL(createRequire(import.meta.url).resolve("typescript")).href)};

export async function load(url, context, next) {
  if (!url.endsWith(".ts")) return next(url, context);
  const text = readFileSync(fileURLToPath(url), "utf8");
  const { outputText } = ts.transpileModule(text, { compilerOptions: { module: "esnext", target: "es2022" } });
  return { format: "module", source: outputText, shortCircuit: true };
}
`;

function alive(pid: number): boolean {
  try {
    // One that has ended and waits to be collected by its new parent is over.
    return process.kill(pid, 0) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

async function ends(pid: number): Promise<void> {
  while (alive(pid)) await new Promise((resolve) => setTimeout(resolve, 50));
}

eachServer((server) => {
  const database = freshDatabase(server);
  const project = workerProject({ isolated: '{ concurrency: 2, isolation: "process" }', handler: HANDLER });
  beforeAll(async () => {
    expect(await project.queuegen(database.url, "migrate", "up")).toMatchObject({ code: 0 });
  });
  const add = (payload: string) =>
    database.query("INSERT INTO notify_task (create_time, payload) VALUES (1, ?)", [JSON.stringify(payload)]);
  const childOf = (out: string) => Number(/ in (\d+)\n/.exec(out)?.[1]);

  test("SIGTERM to the whole group, as systemd and a terminal send it: the job in the child is finished, exit code 0", async () => {
    const file = join(project.root, "open");
    await add(`gate ${file}`);
    const worker = project.start(database.url);
    await worker.wrote(" in ");
    const child = childOf(worker.out);
    expect(child).not.toBe(worker.pid);
    process.kill(-worker.pid, "SIGTERM");
    await worker.wrote("stopping: 1 running");
    writeFileSync(file, "");
    expect(await worker.exited).toBe(0);
    expect(alive(child)).toBe(false);
    expect(await database.query("SELECT status, attempts FROM notify_task")).toEqual([{ status: 2, attempts: 1 }]);
    await database.query("DELETE FROM notify_task");
  });

  test.each(["gate never", "spin"])("SIGKILL of the worker: the child that runs %j ends by itself", async (payload) => {
    await add(payload);
    const worker = project.start(database.url);
    await worker.wrote(" in ");
    const child = childOf(worker.out);
    worker.kill("SIGKILL");
    await worker.exited;
    await ends(child);
    await database.query("DELETE FROM notify_task");
  });

  test("a loader on the worker's command line is there in the children, too: TypeScript stays TypeScript", async () => {
    const hooks = join(project.root, "typescript-hooks.mjs");
    writeFileSync(hooks, HOOKS);
    writeFileSync(
      join(project.root, "register.mjs"),
      `import { register } from "node:module"; register(${JSON.stringify(pathToFileURL(hooks).href)});`,
    );
    const notify = join(project.root, "queues/handlers/notify");
    const javascript = readFileSync(`${notify}.js`, "utf8");
    rmSync(`${notify}.js`);
    writeFileSync(
      `${notify}.ts`,
      "export const handleNotify = (job: { payload: string }): void => console.log('typed', job.payload);",
    );
    await add("x");
    const worker = project.startNode(database.url, "--import", "./register.mjs", "queues/worker.js", "--once");
    expect(await worker.exited).toBe(0);
    expect(worker.out).toBe("typed x\n");
    rmSync(`${notify}.ts`);
    writeFileSync(`${notify}.js`, javascript);
    await database.query("DELETE FROM notify_task");
  });

  describe("a handler module that cannot be loaded ends the worker with 2, and the message says where", () => {
    const write = (text: string) => writeFileSync(join(project.root, "queues/handlers/notify.js"), text);

    test.each([
      [
        'throw new Error("no key")',
        /^queue notify: the handler module \/\S+\/notify\.js cannot be loaded: no key\n {4}at \/\S+\/notify\.js:1:7\n$/,
      ],
      [
        "export const handle = async (",
        /^queue notify: the handler module \/\S+\/notify\.js cannot be loaded: Unexpected end of input\n {4}at \/\S+\/notify\.js:1\n$/,
      ],
      [
        'import "./gone.js";',
        /^queue notify: the handler module \/\S+\/notify\.js cannot be loaded: Cannot find module '\/\S+\/gone\.js' imported from \/\S+\/notify\.js\n/,
      ],
      [
        "export const nothing = 1;",
        /^queue notify: the handler module \/\S+\/notify\.js has no handler: it exports no function\n$/,
      ],
      [
        "export const a = () => {}; export const b = () => {};",
        /^queue notify: the handler module \/\S+\/notify\.js: which one is the handler\? it exports a, b\. Name it: handlerModule\(file, "a"\)\n$/,
      ],
      ["process.exit(7);", /^queue notify: the process that loads \/\S+\/notify\.js ended by itself with exit code 7/],
    ])("%s", async (text, message) => {
      write(text);
      const worker = project.start(database.url);
      expect(await worker.exited).toBe(2);
      expect(worker.err).toMatch(message);
    });

    test("one that breaks later does not end it: it goes on with the children that it has, and tells", async () => {
      write(HANDLER);
      const file = join(project.root, "later");
      await add(`gate ${file}`);
      const worker = project.start(database.url);
      await worker.wrote(" in ");
      write("throw new Error('broken meanwhile')");
      process.kill(childOf(worker.out), "SIGKILL");
      await worker.wrote("cannot be loaded: broken meanwhile");
      write(HANDLER);
      const before = worker.out.length;
      await add("mended");
      while (!worker.out.slice(before).includes("mended")) await new Promise((resolve) => setTimeout(resolve, 50));
      worker.kill("SIGTERM");
      expect(await worker.exited).toBe(0);
      await database.query("DELETE FROM notify_task");
    });
  });
});
