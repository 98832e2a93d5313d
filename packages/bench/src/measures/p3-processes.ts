import { type Drained, drain, startHandLoops, startWorkers } from "../harness/drain.js";
import { interleave, type Lane } from "../harness/rounds.js";
import { ratios, spread } from "../harness/stats.js";
import type { Bar, Measure, Result } from "../measure.js";
import { describeLanes } from "../report/lanes.js";

const PROCESSES = [2, 4, 8, 16];
const ROWS = 100_000;
const HERD = 16;
const HERD_BATCH = 20;
const HERD_ROWS = 8_000;

/** More processes must not make the queue slower. */
export const p3: Measure = {
  id: "p3",
  title: "jobs/s of several worker processes against one; of 16 against 16 that all read the same head",
  async run({ server, rounds, quick, log }) {
    const database = await server.database("bench");
    const { url } = database;
    const divisor = quick ? 10 : 1;
    const workers = (count: number): Lane<Drained> => ({
      name: `${count} processes`,
      run: () =>
        drain(database, "notify_task", ROWS / divisor, () =>
          startWorkers({ url, batch: "adaptive", concurrency: 50, handlerMs: 0, jobs: null }, count),
        ),
    });
    const counts = quick ? PROCESSES.slice(0, 1) : PROCESSES;
    const [one, ...several] = await interleave(rounds, [1, ...counts].map(workers), log);
    const results = counts.map((count, index) =>
      compare(`${count} processes`, "1 process", several[index]!, one!, {
        side: "at least",
        value: count > 8 ? 0.8 : 0.95,
      }),
    );
    if (quick) return results;
    const [ours, theirs] = await interleave(
      rounds,
      [
        {
          name: `${HERD} processes, batch ${HERD_BATCH}`,
          run: () =>
            drain(database, "notify_task", HERD_ROWS, () =>
              startWorkers({ url, batch: HERD_BATCH, concurrency: 50, handlerMs: 0, jobs: null }, HERD),
            ),
        },
        {
          name: `${HERD} loops at the head`,
          run: () =>
            drain(database, "hand_task", HERD_ROWS, () =>
              startHandLoops({ url, table: "hand_task", batch: HERD_BATCH, name: "h", algorithm: "head" }, HERD),
            ),
        },
      ] satisfies Lane<Drained>[],
      log,
    );
    const bar: Bar = { side: "at least", value: server.product === "mysql" ? 5 : 2.4 };
    return [...results, compare(`${HERD} processes, batch ${HERD_BATCH}`, "all at the head", ours!, theirs!, bar)];
  },
};

function compare(
  name: string,
  against: string,
  ours: readonly Drained[],
  reference: readonly Drained[],
  bar: Bar,
): Result {
  const speeds = ours.map((sample) => sample.jobsPerSecond);
  const base = reference.map((sample) => sample.jobsPerSecond);
  return {
    name,
    unit: "jobs/s",
    ours: spread(speeds),
    reference: spread(base),
    against,
    ratio: ratios(speeds, base),
    bar,
    ...describeLanes(ours, reference),
  };
}
