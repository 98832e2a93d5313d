import { measurePickUp, type PickedUp } from "../harness/pick-up.js";
import { interleave, type Lane } from "../harness/rounds.js";
import { median, spread } from "../harness/stats.js";
import type { Measure } from "../measure.js";
import { formatNumber } from "../report/format.js";

const CALL_EVERY_MS = 10;
const DELAY_MS = 2_000;
const SECONDS = 6;
const RATES = [
  { rate: 3_200, p99: 40 },
  { rate: 8_000, p99: 60 },
];

/** Jobs that are due at a ms: how late do their handlers start? */
export const p12: Measure = {
  id: "p12",
  title: `lateness of delayed jobs, due ${DELAY_MS / 1000} s after they were enqueued; ms from due to the call of the handler`,
  async run({ server, rounds, quick, log }) {
    const database = await server.database("bench");
    const seconds = quick ? 1 : SECONDS;
    const lanes = RATES.map(({ rate }): Lane<PickedUp> => {
      const jobsPerCall = (rate * CALL_EVERY_MS) / 1000;
      const calls = (seconds * 1000) / CALL_EVERY_MS;
      const production = { calls, jobsPerCall, everyMs: CALL_EVERY_MS, delayMs: DELAY_MS };
      return { name: `${rate} jobs/s`, run: () => measurePickUp(database, production, "other process") };
    });
    const samples = await interleave(rounds, lanes, log);
    return RATES.map(({ rate, p99 }, index) => {
      const mine = samples[index]!;
      return {
        name: `${formatNumber(rate)} jobs/s, p99`,
        unit: "ms",
        ours: spread(mine.map((sample) => sample.p99)),
        bar: { side: "at most" as const, value: p99 },
        others: spread(mine.map((sample) => sample.others)),
        note: `p50 ${formatNumber(median(mine.map((sample) => sample.p50)))} ms, worker ${median(mine.map((sample) => sample.worker)).toFixed(2)} cores`,
      };
    });
  },
};
