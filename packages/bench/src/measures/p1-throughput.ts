import type { HandLoopInput } from "../children/hand-loop.js";
import type { QueueWorkerInput } from "../children/queue-worker.js";
import { drain, startHandLoops, startWorkers } from "../harness/drain.js";
import { interleave } from "../harness/rounds.js";
import { ratios, spread } from "../harness/stats.js";
import type { Bar, Measure, Result } from "../measure.js";
import { describeLanes } from "../report/lanes.js";
import type { BenchDatabase } from "../server/bench-server.js";

interface Case {
  readonly name: string;
  readonly ours: QueueWorkerInput["batch"];
  readonly loop: number;
  /** About 3 s each on two cores. */
  readonly rows: number;
  readonly bar: Bar;
}

const CASES: readonly Case[] = [
  { name: "defaults", ours: "adaptive", loop: 1000, rows: 100_000, bar: { side: "at least", value: 0.85 } },
  { name: "batch 200", ours: 200, loop: 200, rows: 60_000, bar: { side: "at least", value: 0.9 } },
  { name: "batch 20", ours: 20, loop: 20, rows: 16_000, bar: { side: "at least", value: 0.9 } },
];
const CONCURRENCY = 50;

/** The whole cycle of a job that does nothing, against the shortest loop that does the same. */
export const p1: Measure = {
  id: "p1",
  title: `jobs/s of claim, no-op handler, complete; one process, concurrency ${CONCURRENCY}, against a hand-written loop`,
  async run({ server, rounds, quick, log }) {
    const database = await server.database("bench");
    const results: Result[] = [];
    for (const each of CASES) results.push(await measureCase(database, each, quick ? 10 : 1, rounds, log));
    return results;
  },
};

async function measureCase(
  database: BenchDatabase,
  { name, ours: batch, loop, rows, bar }: Case,
  divisor: number,
  rounds: number,
  log: (line: string) => void,
): Promise<Result> {
  const jobs = rows / divisor;
  const { url } = database;
  const warmUp = jobs / 8;
  const worker: QueueWorkerInput = { url, batch, concurrency: CONCURRENCY, handlerMs: 0, jobs, warmUp };
  const hand: HandLoopInput = { url, table: "hand_task", batch: loop, name: "h", algorithm: "floor", warmUp };
  const lanes = [
    { name: `${name}, worker`, run: () => drain(database, "notify_task", jobs, () => startWorkers(worker)) },
    {
      name: `${name}, loop of ${loop}`,
      run: () => drain(database, "hand_task", jobs, () => startHandLoops(hand)),
    },
  ];
  const [ours, reference] = await interleave<Awaited<ReturnType<(typeof lanes)[number]["run"]>>>(rounds, lanes, log);
  const speeds = ours!.map((sample) => sample.jobsPerSecond);
  const loops = reference!.map((sample) => sample.jobsPerSecond);
  return {
    name,
    unit: "jobs/s",
    ours: spread(speeds),
    reference: spread(loops),
    against: `loop of ${loop}`,
    ratio: ratios(speeds, loops),
    bar,
    ...describeLanes(ours!, reference!),
  };
}
