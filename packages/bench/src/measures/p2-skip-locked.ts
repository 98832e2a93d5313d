import { type Drained, drain, startHandLoops, startWorkers } from "../harness/drain.js";
import { interleave, type Lane } from "../harness/rounds.js";
import { ratios, spread } from "../harness/stats.js";
import type { Measure, Result } from "../measure.js";
import { describeLanes } from "../report/lanes.js";

const CLAIMERS = [4, 16];
const BATCH = 20;
const ROWS = 16_000;

/** The usual advice for work queues, on the same table and with as many claimers. */
export const p2: Measure = {
  id: "p2",
  title: `jobs/s of ${CLAIMERS.join(" and ")} workers, batch ${BATCH}, against as many loops with FOR UPDATE SKIP LOCKED`,
  async run({ server, rounds, quick, log }) {
    const database = await server.database("bench");
    const { url } = database;
    const rows = quick ? ROWS / 10 : ROWS;
    const results: Result[] = [];
    for (const claimers of quick ? CLAIMERS.slice(0, 1) : CLAIMERS) {
      const lanes: Lane<Drained>[] = [
        {
          name: `${claimers} workers`,
          run: () =>
            drain(database, "notify_task", rows, () =>
              startWorkers({ url, batch: BATCH, concurrency: 50, handlerMs: 0, jobs: null }, claimers),
            ),
        },
        {
          name: `${claimers} loops`,
          run: () =>
            drain(database, "notify_task", rows, () =>
              startHandLoops({ url, table: "notify_task", batch: BATCH, name: "s", algorithm: "skipLocked" }, claimers),
            ),
        },
      ];
      const [ours, theirs] = await interleave(rounds, lanes, log);
      results.push(compare(`${claimers} claimers`, ours!, theirs!, server.product === "mysql" ? 1.2 : 1.6));
    }
    return results;
  },
};

function compare(name: string, ours: readonly Drained[], theirs: readonly Drained[], least: number): Result {
  const speeds = ours.map((sample) => sample.jobsPerSecond);
  const reference = theirs.map((sample) => sample.jobsPerSecond);
  return {
    name,
    unit: "jobs/s",
    ours: spread(speeds),
    reference: spread(reference),
    against: "SKIP LOCKED",
    ratio: ratios(speeds, reference),
    bar: { side: "at least", value: least },
    ...describeLanes(ours, theirs),
  };
}
