import { drain, startHandLoops } from "../harness/drain.js";
import { interleave } from "../harness/rounds.js";
import { ratios, spread } from "../harness/stats.js";
import type { Measure, Result } from "../measure.js";
import { describeLanes } from "../report/lanes.js";
import type { TableName } from "../server/tables.js";

/** About 3 s each on two cores. */
const CASES = [
  { batch: 20, rows: 15_000 },
  { batch: 200, rows: 60_000 },
  { batch: 1000, rows: 100_000 },
];

/** What there is to be had: hand-written loops, and what the columns of a generated table cost the same loop. */
export const ceiling: Measure = {
  id: "ceiling",
  title: "hand-written loops: on the table of a generated queue, against a table with nothing but the job",
  async run({ server, rounds, quick, log }) {
    const results: Result[] = [];
    const database = await server.database("bench");
    for (const { batch, rows } of quick ? CASES.slice(1, 2) : CASES) {
      const lane = (table: TableName) => ({
        name: `${table}, batch ${batch}`,
        run: () =>
          drain(database, table, quick ? rows / 10 : rows, () =>
            startHandLoops({ url: database.url, table, batch, name: "h", algorithm: "floor" }),
          ),
      });
      const [queue, hand] = await interleave(rounds, [lane("notify_task"), lane("hand_task")], log);
      const ours = queue!.map((sample) => sample.jobsPerSecond);
      const reference = hand!.map((sample) => sample.jobsPerSecond);
      results.push({
        name: `batch ${batch}`,
        unit: "jobs/s",
        ours: spread(ours),
        reference: spread(reference),
        against: "hand-made table",
        ratio: ratios(ours, reference),
        ...describeLanes(queue!, hand!),
      });
    }
    return results;
  },
};
