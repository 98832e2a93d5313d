import { mkdirSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { eachServer, freshDatabase } from "../../services/database.js";
import { exampleProject } from "../example-project.js";
import { parsePage } from "../markdown.js";
import { page, ROOT } from "../pages.js";
import { follow } from "../session.js";
import { userEnvironment } from "./reader.js";

const WORKER = "web-3-4711-9f3a1c";
const JOB = '{"title":"t","body":""}';

/** One row of each state, with the ids that the page names. Claims of the worker are past their lease, but for the last. */
const ROWS = `INSERT INTO notify_task (id, status, claim_token, claim_time, worker_id, attempts, create_time, start_time, finish_time, run_at, error_message, user_id, payload) VALUES
  (48121, 5, 't', 1, '${WORKER}', 4, 1, NULL, NULL, 99999999999999, 'SMTP 421 try again later', 1, '${JOB}'),
  (48122, 3, 't', 1, 'w', 5, 1, 2, 3, NULL, 'no such host', 1, '${JOB}'),
  (48123, 0, NULL, NULL, NULL, 0, 1, NULL, NULL, NULL, NULL, 1, '${JOB}'),
  (48124, 3, 't', 1, 'w', 5, 1, 2, 3, NULL, 'no such host', 1, '${JOB}'),
  (48131, 1, 'u', 1, '${WORKER}', 1, 1, 2, NULL, NULL, NULL, 1, '${JOB}'),
  (48132, 1, 'u', 1, '${WORKER}', 1, 1, 2, NULL, NULL, NULL, 1, '${JOB}'),
  (48133, 1, 'v', UNIX_TIMESTAMP() + 20, 'other', 1, 1, 2, NULL, NULL, NULL, 1, '${JOB}'),
  (48134, 2, 'v', 1, 'other', 1, 1, 2, 3, NULL, NULL, 1, '${JOB}')`;

eachServer((server) => {
  const database = freshDatabase(server);

  test("every command of docs/how-to/operate.md does what the page says", async () => {
    const howTo = page("docs/how-to/operate.md");
    const project = exampleProject(howTo);
    // Two looks of `release` are a heartbeat interval apart.
    const lease = 'claim: { lease: "6s" },\n  indexes:';
    project.edit("src/queues/schemas/notify.queue.ts", (text) => text.replace("indexes:", lease));
    mkdirSync(`${project.root}/node_modules/.bin`);
    symlinkSync(`${ROOT}packages/cli/bin/queuegen.js`, `${project.root}/node_modules/.bin/queuegen`);
    project.write("jobs.json", `[{ "user_id": 2, "payload": ${JOB} }, { "user_id": 3, "payload": ${JOB} }]`);
    const env = { ...userEnvironment(), DATABASE_URL: database.url };
    const options = { cwd: project.root, env, replace: {} };
    await follow(parsePage("```sh\nnpx queuegen generate\nnpx queuegen migrate up\n```").blocks, options);
    await database.query(ROWS);
    const steps = await follow(howTo.blocks, options);
    const said = steps.map(({ output }) => output).join("");
    expect(said).toContain("notify 48121  waiting, due in");
    expect(said).toContain("claimed 4 times   last by web-3-4711-9f3a1c\n  last error: SMTP 421 try again later\n");
    expect(await database.query("SELECT id, status FROM notify_task WHERE id < 48135 ORDER BY id")).toEqual([
      { id: 48121, status: 5 },
      { id: 48122, status: 0 },
      { id: 48123, status: 3 },
      { id: 48124, status: 0 },
      { id: 48131, status: 0 },
      { id: 48132, status: 0 },
      { id: 48133, status: 0 },
    ]);
    expect(await database.query("SELECT user_id, status FROM notify_task WHERE id > 48134 ORDER BY id")).toEqual([
      { user_id: 1, status: 5 },
      { user_id: 2, status: 0 },
      { user_id: 3, status: 0 },
    ]);
    expect(await database.query("SELECT paused, concurrency, global_concurrency FROM queuegen_control")).toEqual([
      { paused: 0, concurrency: null, global_concurrency: null },
    ]);
  });
});
