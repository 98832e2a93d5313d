import type { InFlightInput, InFlightOutput } from "../children/in-flight.js";
import { startChild } from "../harness/child.js";
import type { ChildOutput } from "../harness/child-main.js";
import { interleave } from "../harness/rounds.js";
import { spread } from "../harness/stats.js";
import type { Measure } from "../measure.js";
import { createTable, fillTable } from "../server/tables.js";

const IN_FLIGHT = 10_000;
const MEBIBYTE = 2 ** 20;

/** Jobs in hand must not fill the memory of a small container. (Memory of `check` and `lint`: P16, P17.) */
export const p19: Measure = {
  id: "p19",
  title: "memory of a worker with many jobs of 1 kB in flight, over the same worker idle",
  async run({ server, rounds, quick, log }) {
    const database = await server.database("bench");
    const jobs = quick ? IN_FLIGHT / 10 : IN_FLIGHT;
    const lane = {
      name: `${jobs} in flight`,
      run: async () => {
        await createTable(database, "notify_task");
        await fillTable(database, "notify_task", { rows: jobs, bodyBytes: 950 });
        const child = await startChild<InFlightInput, ChildOutput<InFlightOutput>>("in-flight", {
          url: database.url,
          jobs,
        });
        const { result } = await child.go();
        return (result.fullRss - result.idleRss) / MEBIBYTE;
      },
    };
    const [samples] = await interleave(rounds, [lane], log);
    return [{ name: lane.name, unit: "MiB over idle", ours: spread(samples!), bar: { side: "at most", value: 150 } }];
  },
};
