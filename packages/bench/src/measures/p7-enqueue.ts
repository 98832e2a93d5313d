import type { InsertInput } from "../children/hand-insert.js";
import { startChild } from "../harness/child.js";
import type { ChildOutput } from "../harness/child-main.js";
import { type Load, watchLoad } from "../harness/cpu.js";
import { interleave } from "../harness/rounds.js";
import { ratios, spread } from "../harness/stats.js";
import type { Bar, Measure, Result } from "../measure.js";
import type { BenchDatabase } from "../server/bench-server.js";
import { settle } from "../server/settle.js";
import { countRows, createTable } from "../server/tables.js";

interface Case {
  readonly name: string;
  readonly against: string;
  readonly input: Omit<InsertInput, "url">;
  readonly bar?: Bar;
}

const CASES: readonly Case[] = [
  {
    name: "1000 jobs a call",
    against: "INSERT of 1000 rows",
    input: { concurrency: 1, calls: 200, rowsPerCall: 1000 },
    bar: { side: "at least", value: 0.85 },
  },
  {
    name: "1 job a call, 50 calls at a time",
    against: "INSERT of 1 row, 50 at a time",
    input: { concurrency: 50, calls: 6_000, rowsPerCall: 1 },
  },
];

/** What the producer costs beside the INSERT. */
export const p7: Measure = {
  id: "p7",
  title: "jobs/s enqueued by the generated producer, against the bare INSERT into the same table",
  async run({ server, rounds, quick, log }) {
    const database = await server.database("bench");
    const results: Result[] = [];
    for (const { name, against, input, bar } of CASES) {
      const calls = quick ? input.calls / 10 : input.calls;
      const lanes = (["enqueue", "hand-insert"] as const).map((child) => ({
        name: `${name}, ${child}`,
        run: () => insert(database, child, { ...input, calls, url: database.url }),
      }));
      const [ours, reference] = await interleave(rounds, lanes, log);
      const speeds = ours!.map((sample) => sample.jobsPerSecond);
      const bare = reference!.map((sample) => sample.jobsPerSecond);
      results.push({
        name,
        unit: "jobs/s",
        ours: spread(speeds),
        reference: spread(bare),
        against,
        ratio: ratios(speeds, bare),
        ...(bar === undefined ? {} : { bar }),
        others: spread([...ours!, ...reference!].map((sample) => sample.load.others)),
      });
    }
    return results;
  },
};

async function insert(
  database: BenchDatabase,
  name: "enqueue" | "hand-insert",
  input: InsertInput,
): Promise<{ jobsPerSecond: number; load: Load }> {
  await createTable(database, "notify_task");
  const child = await startChild<InsertInput, ChildOutput<{ jobs: number }>>(name, input);
  try {
    await settle(database.server);
    const stop = watchLoad(database.server.pid);
    const { result, seconds, cpuSeconds } = await child.go();
    const load = stop(cpuSeconds);
    const stored = await countRows(database, "notify_task", 0);
    if (stored !== input.calls * input.rowsPerCall) throw new Error(`${name}: ${stored} rows are stored`);
    return { jobsPerSecond: result.jobs / seconds, load };
  } finally {
    await child.kill();
  }
}
