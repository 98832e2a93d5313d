import { type ClaimLatency, measureClaimLatency } from "../harness/claim-latency.js";
import { startHandLoops } from "../harness/drain.js";
import { interleave, type Lane } from "../harness/rounds.js";
import type { Bar, Measure } from "../measure.js";
import { formatNumber } from "../report/format.js";
import { latencyResult } from "../report/latency.js";
import type { BenchDatabase } from "../server/bench-server.js";
import { createTable, fillTable } from "../server/tables.js";

const FEW = 10_000;
const MANY = 1_000_000;
const CLAIMED = 200_000;
const CLAIMS = 300;

/** A claim must not get slower by rows that are none of its business. */
export const p6: Measure = {
  id: "p6",
  title: "claim latency p50 beside a million waiting rows, a million finished rows, an old snapshot; against without",
  async run({ server, rounds, rows, quick, log }) {
    const many = rows ?? (quick ? MANY / 50 : MANY);
    const claimed = Math.min(CLAIMED, many);
    const claims = quick ? CLAIMS / 5 : CLAIMS;
    const plain = await server.database("plain");
    const waiting = await server.database("waiting");
    const finished = await server.database("finished");
    const snapshot = await server.database("snapshot");
    log(`filling twice ${formatNumber(many)} rows`);
    await prepare(waiting, 5, many);
    await prepare(finished, 2, many);
    const lanes: Lane<ClaimLatency>[] = [
      {
        name: "plain",
        run: async () => {
          await prepare(plain, 0, 0);
          return measureClaimLatency(plain, claims);
        },
      },
      { name: "waiting rows", run: () => measureClaimLatency(waiting, claims) },
      { name: "finished rows", run: () => measureClaimLatency(finished, claims) },
      { name: "old snapshot", run: () => besideSnapshot(snapshot, claimed, claims) },
    ];
    const [reference, ...ours] = await interleave(rounds, lanes, log);
    for (const { admin } of [waiting, finished]) await admin.query("DROP TABLE notify_task");
    const bars = [1.2, server.product === "mysql" ? 1.3 : 1.8, 1.5].map((value): Bar => ({ side: "at most", value }));
    const names = [
      `${formatNumber(many)} waiting`,
      `${formatNumber(many)} finished`,
      `old snapshot, ${formatNumber(claimed)} claimed since`,
    ];
    return names.map((name, index) => latencyResult(name, "without", ours[index]!, reference!, bars[index]!));
  },
};

async function prepare(database: BenchDatabase, status: 0 | 2 | 5, rows: number): Promise<void> {
  await createTable(database, "notify_task");
  await fillTable(database, "notify_task", { rows, status });
  await fillTable(database, "notify_task", { rows: FEW });
}

/** A forgotten transaction keeps the old versions of all that was claimed since: purge stands still. */
async function besideSnapshot(database: BenchDatabase, claimed: number, claims: number): Promise<ClaimLatency> {
  await prepare(database, 0, claimed - FEW);
  const forgotten = await database.connect();
  try {
    await forgotten.query("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    await forgotten.query("START TRANSACTION WITH CONSISTENT SNAPSHOT");
    await forgotten.query("SELECT id FROM notify_task LIMIT 1");
    const [loop] = await startHandLoops({
      url: database.url,
      table: "notify_task",
      batch: 1000,
      name: "h",
      algorithm: "floor",
    });
    await loop!.go();
    return await measureClaimLatency(database, claims);
  } finally {
    forgotten.destroy();
  }
}
