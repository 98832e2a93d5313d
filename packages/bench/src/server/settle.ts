import { setTimeout as delay } from "node:timers/promises";
import { processSeconds } from "../harness/cpu.js";
import type { BenchServer } from "./bench-server.js";

const LIMIT_MS = 300_000;
const FEW_DIRTY_PAGES = 200;
const LOOK_MS = 100;
/** CPU of a server at rest within one look: background threads wake up now and then. */
const IDLE_SECONDS = 0.011;
const QUIET_LOOKS = 3;

/**
 * Waits until the server is done with what was written before: pages flushed, old row versions purged. Without it the
 * lane that follows a fill pays for the fill. The history length lags behind the purge, so its end is told by the CPU
 * that the server no longer uses.
 */
export async function settle(server: BenchServer): Promise<void> {
  const restore = await flushEagerly(server);
  try {
    const deadline = Date.now() + LIMIT_MS;
    let quiet = 0;
    let used = processSeconds(server.pid);
    while (quiet < QUIET_LOOKS) {
      if (Date.now() > deadline) throw new Error(`the server is still at work after ${LIMIT_MS / 1000} s`);
      await delay(LOOK_MS);
      const now = processSeconds(server.pid);
      const idle = now - used <= IDLE_SECONDS && (await dirtyPages(server)) <= FEW_DIRTY_PAGES;
      quiet = idle ? quiet + 1 : 0;
      used = now;
    }
  } finally {
    await restore();
  }
}

/** MariaDB's default of 200 pages a second takes minutes after a large fill. */
async function flushEagerly({ admin }: BenchServer): Promise<() => Promise<void>> {
  const [[old]] = (await admin.query(
    `SELECT @@global.innodb_max_dirty_pages_pct AS share, @@global.innodb_io_capacity AS capacity,
            @@global.innodb_io_capacity_max AS capacity_max`,
  )) as unknown as [[{ share: number; capacity: number; capacity_max: number }]];
  await admin.query(
    `SET GLOBAL innodb_max_dirty_pages_pct = 0, GLOBAL innodb_io_capacity_max = 40000, GLOBAL innodb_io_capacity = 20000`,
  );
  return async () => {
    await admin.query(
      "SET GLOBAL innodb_max_dirty_pages_pct = ?, GLOBAL innodb_io_capacity = ?, GLOBAL innodb_io_capacity_max = ?",
      [Number(old.share), Number(old.capacity), Number(old.capacity_max)],
    );
  };
}

async function dirtyPages({ admin }: BenchServer): Promise<number> {
  const [[row]] = (await admin.query("SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_pages_dirty'")) as unknown as [
    [{ Value: string }],
  ];
  return Number(row.Value);
}
