import { createTableSql } from "@queuegen/migrations";
import type { QueueModel } from "@queuegen/model";
import type { FreshDatabase } from "../services/database.js";

/** How many rows of each state; a full run is 1,000,000. */
export const BACKLOG_ROWS: number = Number(process.env.QUEUEGEN_BACKLOG_ROWS ?? 20_000);

/** Claims of workers that are alive, and of some that are not. */
export const PROCESSING_ROWS = 200;

/**
 * Makes the table of the queue with `rows` finished, waiting and pending rows each and a few in work: finished ones
 * have the lowest ids, as in a queue that has run for long, and one waiting row of ten is due.
 */
export async function fillBacklog(
  { query }: FreshDatabase,
  model: QueueModel,
  rows: number,
  processing: number = PROCESSING_ROWS,
): Promise<void> {
  await query(`DROP TABLE IF EXISTS ${model.table}, numbers`);
  await query(createTableSql(model));
  await query("CREATE TABLE numbers (n int NOT NULL PRIMARY KEY)");
  await query("INSERT INTO numbers VALUES (0)");
  for (let size = 1; size < 1024; size *= 2) await query("INSERT INTO numbers SELECT n + ? FROM numbers", [size]);
  const keyed = model.options.dedupe;
  const states = [
    {
      status: 2,
      count: rows,
      set: "attempts = 1, finish_time = 1700000000000 + n, claim_token = LEFT(SHA2(n, 256), 32), claim_time = 1700000000",
    },
    { status: 5, count: rows, set: "attempts = 1, run_at = IF(n % 10 = 0, 1700000000000, 4000000000000) + n" },
    { status: 0, count: rows, set: `attempts = n % 3${keyed ? ", dedupe_key = CONCAT('key-', n)" : ""}` },
    {
      status: 1,
      count: processing,
      set: "attempts = 1, claim_token = LEFT(SHA2(n, 256), 32), claim_time = UNIX_TIMESTAMP() - (n % 2) * 3600",
    },
  ];
  for (const { status, count, set } of states) {
    const columns = set.split(/, (?=\w+ =)/).map((part) => part.split(/ = (.*)/s) as [string, string]);
    await query(
      `INSERT INTO ${model.table} (status, create_time, user_id, payload, ${columns.map(([name]) => name).join(", ")})
       SELECT ${status}, 1700000000000, n, '{}', ${columns.map(([, value]) => value).join(", ")}
       FROM (SELECT a.n * 1024 + b.n AS n FROM numbers AS a CROSS JOIN numbers AS b ORDER BY 1 LIMIT ${count}) AS numbered`,
    );
  }
  await query("DROP TABLE numbers");
}
