import { measureClaimLatency } from "../harness/claim-latency.js";
import { interleave } from "../harness/rounds.js";
import type { Measure } from "../measure.js";
import { formatNumber } from "../report/format.js";
import { latencyResult } from "../report/latency.js";
import { createTable, fillTable } from "../server/tables.js";

const FEW = 10_000;
const MANY = 5_000_000;
const CLAIMS = 300;

/** A claim must not get slower when nobody has worked for a day. */
export const p5: Measure = {
  id: "p5",
  title: "claim latency p50 (look and UPDATE of 20 jobs) on a deep backlog, against a short one; settled server",
  async run({ server, rounds, rows, quick, log }) {
    const deep = rows ?? (quick ? MANY / 50 : MANY);
    const claims = quick ? CLAIMS / 5 : CLAIMS;
    const large = await server.database("large");
    const small = await server.database("small");
    await createTable(large, "notify_task");
    log(`filling ${formatNumber(deep)} rows`);
    await fillTable(large, "notify_task", { rows: deep });
    const lanes = [
      { name: `${formatNumber(deep)} pending`, run: () => measureClaimLatency(large, claims) },
      {
        name: `${formatNumber(FEW)} pending`,
        run: async () => {
          await createTable(small, "notify_task");
          await fillTable(small, "notify_task", { rows: FEW });
          return measureClaimLatency(small, claims);
        },
      },
    ];
    const [ours, reference] = await interleave(rounds, lanes, log);
    await large.admin.query("DROP TABLE notify_task");
    return [
      latencyResult(`${formatNumber(deep)} pending`, `${formatNumber(FEW)} pending`, ours!, reference!, {
        side: "at most",
        value: 1.2,
      }),
    ];
  },
};
