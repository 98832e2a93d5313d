import { NOW_MS } from "@queuegen/modes";
import type { Asker } from "./asker.js";

/** A server and its settings. */
export interface ServerFacts {
  /** `10.11.14-MariaDB-0+deb12u2` */
  readonly version: string;
  readonly mariadb: boolean;
  /** Global values by name, as the server prints them; what it does not have is missing. */
  readonly variables: ReadonlyMap<string, string>;
  /** How far the database's clock is ahead of this machine's, in ms. */
  readonly clockAheadMs: number;
  /** How exact that is: half the time that the question took, in ms. */
  readonly clockErrorMs: number;
}

const VARIABLES = [
  "sql_mode",
  "innodb_flush_log_at_trx_commit",
  "sync_binlog",
  "log_bin",
  "binlog_format",
  "transaction_isolation",
  "tx_isolation",
  "autocommit",
  "read_only",
  "super_read_only",
  "innodb_read_only",
  "wait_timeout",
  "innodb_lock_wait_timeout",
  "max_allowed_packet",
];

export async function readServer({ ask }: Asker): Promise<ServerFacts> {
  const [row] = (await ask<{ version: string }>("the version", "SELECT VERSION() AS version")) ?? [];
  const variables = await ask<{ Variable_name: string; Value: string }>(
    "settings",
    `SHOW GLOBAL VARIABLES WHERE Variable_name IN (${VARIABLES.map((name) => `'${name}'`).join()})`,
  );
  const version = row?.version ?? "";
  return {
    version,
    mariadb: /mariadb/i.test(version),
    variables: new Map((variables ?? []).map(({ Variable_name, Value }) => [Variable_name, Value])),
    ...(await readClock(ask)),
  };
}

/** The quickest of a few answers is the most exact one. */
async function readClock(ask: Asker["ask"]): Promise<Pick<ServerFacts, "clockAheadMs" | "clockErrorMs">> {
  let best = { clockAheadMs: 0, clockErrorMs: Number.POSITIVE_INFINITY };
  for (let look = 0; look < 3; look++) {
    const sent = Date.now();
    const [row] = (await ask<{ ms: number | string }>("the clock", `SELECT ${NOW_MS} AS ms`)) ?? [];
    const got = Date.now();
    const clockErrorMs = (got - sent) / 2;
    if (row && clockErrorMs < best.clockErrorMs) {
      best = { clockAheadMs: Number(row.ms) - (sent + got) / 2, clockErrorMs };
    }
  }
  return best;
}
