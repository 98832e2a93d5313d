import { setTimeout as delay } from "node:timers/promises";
import type { QueueWorkerInput, QueueWorkerOutput } from "../children/queue-worker.js";
import { type Child, startChild } from "../harness/child.js";
import type { ChildOutput } from "../harness/child-main.js";
import { watchLoad } from "../harness/cpu.js";
import { interleave } from "../harness/rounds.js";
import { spread } from "../harness/stats.js";
import type { Measure, Result } from "../measure.js";
import type { BenchDatabase } from "../server/bench-server.js";
import { countersBetween, readCounters } from "../server/counters.js";
import { createTable } from "../server/tables.js";

/** After the start the polls grow rarer; this is long over by then. */
const CALM_MS = 3_000;
const WATCH_MS = 10_000;

/** What a worker with nothing to do asks of the database: it is there day and night. */
export const p9: Measure = {
  id: "p9",
  title: "statements/s of one idle worker with one queue, and of one whose queue is paused",
  async run({ server, rounds, quick, log }) {
    const database = await server.database("bench");
    const watchMs = quick ? WATCH_MS / 10 : WATCH_MS;
    const calmMs = quick ? CALM_MS / 2 : CALM_MS;
    const lanes = [
      { name: "idle", run: () => idle(database, false, calmMs, watchMs) },
      { name: "paused", run: () => idle(database, true, calmMs, watchMs) },
    ];
    const [waiting, paused] = await interleave(rounds, lanes, log);
    const result = (name: string, samples: Sample[], most: number): Result => ({
      name,
      unit: "statements/s",
      ours: spread(samples.map((sample) => sample.statements)),
      bar: { side: "at most", value: most },
      others: spread(samples.map((sample) => sample.others)),
      note: `server ${spread(samples.map((sample) => sample.server)).median.toFixed(3)} cores`,
    });
    return [result("idle", waiting!, 5), result("paused", paused!, 1)];
  },
};

interface Sample {
  readonly statements: number;
  readonly server: number;
  readonly others: number;
}

async function idle(database: BenchDatabase, paused: boolean, calmMs: number, watchMs: number): Promise<Sample> {
  await createTable(database, "notify_task");
  await database.admin.query("REPLACE INTO queuegen_control (queue, paused) VALUES ('notify', ?)", [paused ? 1 : 0]);
  const child: Child<ChildOutput<QueueWorkerOutput>> = await startChild("queue-worker", {
    url: database.url,
    batch: "adaptive",
    concurrency: 50,
    handlerMs: 0,
    jobs: Number.MAX_SAFE_INTEGER,
  } satisfies QueueWorkerInput);
  try {
    void child.go().catch(() => {});
    await delay(calmMs);
    const before = await readCounters(database.admin);
    const stop = watchLoad(database.server.pid);
    await delay(watchMs);
    const load = stop(0);
    const counted = countersBetween(before, await readCounters(database.admin));
    return { statements: counted.Questions / load.seconds, server: load.server, others: load.others };
  } finally {
    await child.kill();
    await database.admin.query("DELETE FROM queuegen_control");
  }
}
