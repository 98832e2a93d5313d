import { drain, startWorkers } from "../harness/drain.js";
import { interleave } from "../harness/rounds.js";
import { median, spread } from "../harness/stats.js";
import type { Measure } from "../measure.js";

const ROWS = 100_000;

/** What a worker process itself costs, whatever the database costs. */
export const p15: Measure = {
  id: "p15",
  title: "CPU of the worker process for 10,000 jobs/s; defaults, no-op handler, concurrency 50",
  async run({ server, rounds, quick, log }) {
    const database = await server.database("bench");
    const jobs = quick ? ROWS / 10 : ROWS;
    const lane = {
      name: "worker",
      run: () =>
        drain(database, "notify_task", jobs, () =>
          startWorkers({ url: database.url, batch: "adaptive", concurrency: 50, handlerMs: 0, jobs, warmUp: jobs / 5 }),
        ),
    };
    const [samples] = await interleave(rounds, [lane], log);
    return [
      {
        name: "defaults",
        unit: "cores",
        ours: spread(samples!.map((sample) => sample.clientMicros / 100)),
        bar: { side: "at most", value: 0.1 },
        others: spread(samples!.map((sample) => sample.load.others)),
        note: `at ${Math.round(median(samples!.map((sample) => sample.jobsPerSecond)))} jobs/s`,
      },
    ];
  },
};
