import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { Project } from "../../cli/project.js";
import { eachServer, freshDatabase } from "../../services/database.js";
import { exampleProject } from "../example-project.js";
import { parsePage } from "../markdown.js";
import { page, ROOT } from "../pages.js";
import { follow, type Step } from "../session.js";
import { userEnvironment } from "./reader.js";

const ADD = `import { createPool } from "mysql2/promise";
import { enqueueNotify } from "./dist/queues/generated/notify/producer.js";
const pool = createPool(process.env.DATABASE_URL);
await enqueueNotify(pool, { user_id: 7, payload: { title: process.argv[2] ?? "Thanks", body: "" } });
await pool.end();
`;

const WORK = `import { runWorker } from "@queuegen/runtime";
import { createPool } from "mysql2/promise";
import { registry } from "./dist/queues/generated/registry.js";
import { handleNotify } from "./dist/queues/handlers/notify.js";
void runWorker(registry, { db: createPool({ uri: process.env.DATABASE_URL }), handlers: { notify: handleNotify } });
`;

/** Blocks the event loop where the title says so. */
const BLOCKING = `import type { NotifyHandler } from "../generated/notify/consumer.js";

export const handleNotify: NotifyHandler = (job) => {
  if (job.payload.title === "block") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6_000);
};
`;

eachServer((server) => {
  const database = freshDatabase(server);

  const run = (project: Project, script: string): Promise<Step[]> =>
    follow(parsePage(`\`\`\`sh\n${script}\n\`\`\``).blocks, {
      cwd: project.root,
      env: { ...userEnvironment(), DATABASE_URL: database.url },
      replace: {},
    });

  test("the handler of docs/how-to/exactly-once.md fails once, and credits and mails once", async () => {
    await database.query("CREATE TABLE account (user_id int PRIMARY KEY, notified int NOT NULL, credit int NOT NULL)");
    await database.query("INSERT INTO account VALUES (7, 0, 0)");
    const project = await generated(exampleProject(page("docs/how-to/exactly-once.md")));
    project.write("add.mjs", ADD);
    project.write("work.mjs", WORK);
    await run(project, "npx queuegen migrate up\nnpx tsc\nnode add.mjs");
    const steps = await run(project, "node work.mjs --once\nnode work.mjs --once");
    const output = steps.map((step) => step.output).join("\n");
    expect(output.match(/credited .*sent=mail 7 10/g)).toHaveLength(2);
    expect(await database.query("SELECT credit FROM account")).toEqual([{ credit: 10 }]);
    expect(await database.query("SELECT status, attempts FROM notify_task")).toEqual([{ status: 2, attempts: 2 }]);
    expect(await database.query("SELECT once_key, status FROM queuegen_once ORDER BY once_key")).toEqual([
      { once_key: "credit:7", status: 2 },
      { once_key: "mail", status: 2 },
    ]);
    await database.query("DROP TABLE account, notify_task, queuegen_once, queuegen_control, queuegen_lease");
    await database.query("DROP TABLE queuegen_migrations");
  });

  test("the probe of docs/how-to/observe.md answers 200, not at all while a handler blocks, 503 after that, 200 again", async () => {
    const project = exampleProject(page("docs/how-to/observe.md"));
    project.write("src/queues/handlers/notify.ts", BLOCKING);
    await generated(project);
    project.write("add.mjs", ADD);
    await run(project, "npx queuegen migrate up\nnpx tsc");
    const port = await freePort();
    const worker = spawn(process.execPath, ["dist/queues/probed-worker.js"], {
      cwd: project.root,
      env: { ...userEnvironment(), DATABASE_URL: database.url, PROBE_PORT: String(port) },
      stdio: ["ignore", "inherit", "inherit"],
    });
    const exited = once(worker, "exit");
    /** Status of one probe; undefined where there is no answer in time. */
    const probe = async (): Promise<number | undefined> => {
      const reply = fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(1_000) });
      return reply.then(
        ({ status }) => status,
        () => undefined,
      );
    };
    const until = (status: number | undefined) => expect.poll(probe, { timeout: 20_000, interval: 100 }).toBe(status);
    try {
      await until(200);
      await run(project, "node add.mjs block");
      await until(undefined);
      await until(503);
      await until(200);
      const health = await (await fetch(`http://127.0.0.1:${port}/`)).json();
      expect(health).toMatchObject({ healthy: true, state: "running", connected: true, problems: [] });
      worker.kill("SIGTERM");
      expect((await exited)[0]).toBe(0);
    } finally {
      worker.kill("SIGKILL");
    }
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
