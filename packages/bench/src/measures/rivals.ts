import { startRedis } from "../../../../test/services/servers.mjs";
import { drain, startWorkers } from "../harness/drain.js";
import { interleave, type Lane } from "../harness/rounds.js";
import { ratios, spread } from "../harness/stats.js";
import type { Measure, MeasureInput, Result } from "../measure.js";
import { installRivals } from "../rivals/install-rivals.js";
import { RIVALS, RIVALS_NODE, type Rival } from "../rivals/rivals.js";
import { runRival } from "../rivals/run-rival.js";
import { startPostgres } from "../rivals/start-postgres.js";

/** About 3 s for most of them on two cores. */
const JOBS = 40_000;

/** The same work on the queues that people use instead, each on its own store with its own durable settings. */
export const rivals: Measure = {
  id: "rivals",
  title: `jobs/s of one worker process, no-op handler, against ${RIVALS.map(({ name }) => name).join(", ")}`,
  async run(input) {
    const installed = await installRivals(input.log);
    const redis = await startRedis({ durability: "full" });
    const postgres = await startPostgres();
    if (postgres === undefined) input.log("no PostgreSQL found (apt-get install postgresql): its rivals are left out");
    try {
      const urls = { redis: redis.url, postgres: postgres?.url };
      return await compareAll(input, (rival) => {
        const url = urls[rival.store];
        return url === undefined ? undefined : (jobs) => runRival(installed, rival, url, jobs);
      });
    } finally {
      await redis.stop();
      await postgres?.stop();
    }
  },
};

type Sample = { readonly jobsPerSecond: number; readonly client?: number };
type Runner = (rival: Rival) => ((jobs: number) => Promise<Sample>) | undefined;

async function compareAll({ server, rounds, quick, log }: MeasureInput, runnerOf: Runner): Promise<Result[]> {
  const database = await server.database("bench");
  const jobs = quick ? JOBS / 10 : JOBS;
  const ours: Lane<Sample> = {
    name: "queuegen",
    run: () =>
      drain(database, "notify_task", jobs + jobs / 8, () =>
        startWorkers({
          url: database.url,
          batch: "adaptive",
          concurrency: 50,
          handlerMs: 0,
          jobs: jobs + jobs / 8,
          warmUp: jobs / 8,
        }),
      ),
  };
  const present = RIVALS.flatMap((rival) => {
    const run = runnerOf(rival);
    return run === undefined ? [] : [{ rival, lane: { name: rival.name, run: () => run(jobs) } }];
  });
  const [own, ...others] = await interleave(rounds, [ours, ...present.map(({ lane }) => lane)], log);
  const speeds = own!.map((sample) => sample.jobsPerSecond);
  return present.map(({ rival }, index): Result => {
    const theirs = others[index]!.map((sample) => sample.jobsPerSecond);
    const client = spread(others[index]!.map((sample) => sample.client ?? 0)).median;
    return {
      name: `${rival.name} ${rival.version}`,
      unit: "jobs/s",
      ours: spread(speeds),
      reference: spread(theirs),
      against: rival.name,
      ratio: ratios(speeds, theirs),
      bar: { side: "at least", value: rival.least[server.product] },
      note: `${rival.settings}; Node ${RIVALS_NODE}; its client ${client.toFixed(2)} cores`,
    };
  });
}
