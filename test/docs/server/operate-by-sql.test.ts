import { readdirSync, readFileSync } from "node:fs";
import { createWorker, type Worker } from "@queuegen/runtime";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { NotifyStatus } from "../../../generated-example/src/queues/generated/notify/table.js";
import { registry } from "../../../generated-example/src/queues/generated/registry.js";
import { eachServer, freshDatabase } from "../../services/database.js";
import { page, ROOT } from "../pages.js";

const MIGRATIONS = `${ROOT}generated-example/migrations/`;
const statements = page("docs/how-to/operate-by-sql.md").blocks.filter(({ language }) => language === "sql");

/** The one statement below a heading, or the one that holds a text. */
function statement(mark: string): string {
  const found = statements.filter(({ heading, text }) => heading === mark || text.includes(mark));
  if (found.length !== 1) throw new Error(`${found.length} statements for ${mark}`);
  return found[0]!.text;
}

/** One row of each state, with the ids that the page names. */
const ROWS = `INSERT INTO notify_task (id, status, claim_token, claim_time, worker_id, attempts, create_time, start_time, finish_time, run_at, error_message, user_id, payload) VALUES
  (1, 2, 't', 1, 'w', 1, 1, NULL, 2, NULL, NULL, 1, '{"title":"done","body":""}'),
  (2, 1, 't', UNIX_TIMESTAMP(), 'web-1', 1, 1, NULL, NULL, NULL, NULL, 1, '{"title":"running","body":""}'),
  (48121, 3, 't', 1, 'w', 5, 1, 2, 3, NULL, 'no such host', 1, '{"title":"dead","body":""}'),
  (48122, 5, NULL, NULL, NULL, 1, 1, NULL, NULL, 99999999999999, 'later', 1, '{"title":"waiting","body":""}'),
  (48123, 0, NULL, NULL, NULL, 0, 1, NULL, NULL, NULL, NULL, 1, '{"title":"pending","body":""}')`;

eachServer((server) => {
  const database = freshDatabase(server);
  beforeAll(async () => {
    for (const name of readdirSync(MIGRATIONS)) {
      const up = readFileSync(`${MIGRATIONS}${name}/up.sql`, "utf8");
      for (const sql of up.split(/;\n/).filter((each) => each.trim() !== "")) await database.query(sql);
    }
  });
  beforeEach(async () => {
    await database.truncate();
    await database.query(ROWS);
  });

  const statusOf = async (id: number): Promise<unknown> => {
    const [row] = await database.query<{ status: number }>("SELECT status FROM notify_task WHERE id = ?", [id]);
    return row?.status;
  };

  test("looks find what they say", async () => {
    expect(await database.query(statement("COUNT(*)"))).toEqual([
      { status: 0, jobs: 1 },
      { status: 1, jobs: 1 },
      { status: 5, jobs: 1 },
    ]);
    expect(await database.query(statement("AS age"))).toMatchObject([{ id: 48123, attempts: 0 }]);
    expect(await database.query(statement("AS silent"))).toMatchObject([{ id: 2, worker_id: "web-1" }]);
    expect(await database.query(statement("AS died"))).toMatchObject([{ id: 48121, error_message: "no such host" }]);
    expect(await database.query(statement("queuegen_lease"))).toEqual([]);
  });

  test("a job that was retried and one that was made due are claimed and done like any other", async () => {
    await database.query(statement("Retry a dead job"));
    await database.query(statement("Make a waiting job due now"));
    const seen: string[] = [];
    const worker = createWorker(registry, {
      db: database.pool({ connectionLimit: 5 }),
      queues: ["notify"],
      handlers: { notify: async (job, { attempt }) => void seen.push(`${job.payload.title} ${attempt}`) },
      once: true,
    });
    await worker.run();
    expect(seen.sort()).toEqual(["dead 1", "pending 1", "waiting 2"]);
    expect(await statusOf(48121)).toBe(NotifyStatus.done);
    expect(await statusOf(48122)).toBe(NotifyStatus.done);
  });

  test("a pending job is cancelled; a running one is not touched, nor does a retry touch what is not dead", async () => {
    await database.query(statement("Cancel a job that has not started"));
    expect(await statusOf(48123)).toBe(NotifyStatus.dead);
    for (const heading of ["Cancel a job that has not started", "Retry a dead job", "Make a waiting job due now"]) {
      await database.query(statement(heading).replace(/IN \(481\d\d\)/, "IN (2)"));
    }
    const [running] = await database.query("SELECT status, claim_token, attempts FROM notify_task WHERE id = 2");
    expect(running).toEqual({ status: 1, claim_token: "t", attempts: 1 });
  });

  let worker: Worker | undefined;
  afterEach(() => worker?.abort());

  test("workers pause, go on, and restart when they are told to", async () => {
    await database.query(statement("VALUES ('notify', 1)"));
    worker = createWorker(registry, {
      db: database.pool({ connectionLimit: 5 }),
      queues: ["notify"],
      handlers: { notify: async () => {} },
    });
    const told = (event: "paused" | "resumed"): Promise<unknown> =>
      new Promise((resolve) => worker?.on(event, resolve));
    const paused = told("paused");
    const ended = worker.run();
    await paused;
    const resumed = told("resumed");
    await database.query(statement("SET paused = 0"));
    await resumed;
    await database.query(statement("Restart the workers"));
    expect(await ended).toBe("restart");
  });

  test("a concurrency is kept beside the pause", async () => {
    await database.query(statement("VALUES ('notify', 1)"));
    await database.query(statement("Change the concurrency"));
    expect(await database.query("SELECT queue, paused, concurrency FROM queuegen_control")).toEqual([
      { queue: "notify", paused: 1, concurrency: 2 },
    ]);
  });
});
