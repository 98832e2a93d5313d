import { drain, startHandLoops, startWorkers } from "../harness/drain.js";
import { interleave } from "../harness/rounds.js";
import { ratios, spread } from "../harness/stats.js";
import type { Measure } from "../measure.js";
import { describeLanes } from "../report/lanes.js";

const CONCURRENCY = 200;
const HANDLER_MS = 10;
const ROWS = 60_000;
/** What so many slots can do at the most. */
const SLOTS_PER_SECOND = (CONCURRENCY / HANDLER_MS) * 1000;

/** Handlers that wait for something else: are all slots kept busy? */
export const p4: Measure = {
  id: "p4",
  title: `jobs/s with a handler that awaits ${HANDLER_MS} ms, concurrency ${CONCURRENCY}; against the slots' ${SLOTS_PER_SECOND}/s or the loop of 1000, whichever is lower`,
  async run({ server, rounds, quick, log }) {
    const database = await server.database("bench");
    const { url } = database;
    const jobs = quick ? ROWS / 10 : ROWS;
    const warmUp = jobs / 8;
    const lanes = [
      {
        name: "worker",
        run: () =>
          drain(database, "notify_task", jobs, () =>
            startWorkers({ url, batch: "adaptive", concurrency: CONCURRENCY, handlerMs: HANDLER_MS, jobs, warmUp }),
          ),
      },
      {
        name: "loop of 1000",
        run: () =>
          drain(database, "hand_task", jobs, () =>
            startHandLoops({ url, table: "hand_task", batch: 1000, name: "h", algorithm: "floor", warmUp }),
          ),
      },
    ];
    const [ours, reference] = await interleave<Awaited<ReturnType<(typeof lanes)[number]["run"]>>>(rounds, lanes, log);
    const speeds = ours!.map((sample) => sample.jobsPerSecond);
    const limits = reference!.map((sample) => Math.min(SLOTS_PER_SECOND, sample.jobsPerSecond));
    return [
      {
        name: "defaults",
        unit: "jobs/s",
        ours: spread(speeds),
        reference: spread(limits),
        against: "slots or loop",
        ratio: ratios(speeds, limits),
        bar: { side: "at least", value: 0.9 },
        ...describeLanes(ours!, reference!),
      },
    ];
  },
};
