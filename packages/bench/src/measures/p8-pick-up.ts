import { measurePickUp, type PickedUp } from "../harness/pick-up.js";
import type { Production } from "../harness/produce.js";
import { interleave, type Lane } from "../harness/rounds.js";
import { median, spread } from "../harness/stats.js";
import type { Measure, Result } from "../measure.js";

interface Case {
  readonly name: string;
  readonly from: "same process" | "other process";
  readonly production: Production;
  /** ms */
  readonly p50?: number;
  readonly p99: number;
}

const CASES: readonly Case[] = [
  {
    name: "same process",
    from: "same process",
    production: { calls: 300, jobsPerCall: 1, everyMs: 20 },
    p50: 6,
    p99: 12,
  },
  {
    name: "other process, a job every 20 ms",
    from: "other process",
    production: { calls: 300, jobsPerCall: 1, everyMs: 20 },
    p50: 15,
    p99: 30,
  },
  {
    name: "other process, idle queue",
    from: "other process",
    production: { calls: 20, jobsPerCall: 1, everyMs: 1_000 },
    p99: 250,
  },
];

/** How long a job waits for a worker that has nothing else to do. */
export const p8: Measure = {
  id: "p8",
  title: "ms from the call of enqueue to the call of the handler, by a worker that is not busy",
  async run({ server, rounds, quick, log }) {
    const database = await server.database("bench");
    const lanes = CASES.map(({ name, from, production }): Lane<PickedUp> => {
      const calls = quick ? production.calls / 5 : production.calls;
      return { name, run: () => measurePickUp(database, { ...production, calls }, from) };
    });
    const samples = await interleave(rounds, lanes, log);
    return CASES.flatMap(({ name, p50, p99 }, index): Result[] => {
      const mine = samples[index]!;
      const line = (key: "p50" | "p99", most: number | undefined): Result => ({
        name: `${name}, ${key}`,
        unit: "ms",
        ours: spread(mine.map((sample) => sample[key])),
        ...(most === undefined ? {} : { bar: { side: "at most" as const, value: most } }),
        others: spread(mine.map((sample) => sample.others)),
        note: `worker ${median(mine.map((sample) => sample.worker)).toFixed(3)} cores`,
      });
      return [line("p50", p50), line("p99", p99)];
    });
  },
};
