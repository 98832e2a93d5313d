import type { Connection } from "mysql2/promise";

/** How many rows one `INSERT .. SELECT` makes: a transaction of some 60 MB of undo at the most. */
const CHUNK = 2 ** 18;

/** A table of the numbers 1 to CHUNK, made by doubling; filling others from it is ten times faster than sending rows. */
export async function ensureNumbers(admin: Connection): Promise<void> {
  await admin.query("CREATE TABLE IF NOT EXISTS numbers (n INT UNSIGNED NOT NULL PRIMARY KEY)");
  const [[first]] = (await admin.query("SELECT COUNT(*) AS made FROM numbers")) as unknown as [[{ made: number }]];
  if (Number(first.made) === CHUNK) return;
  await admin.query("TRUNCATE TABLE numbers; INSERT INTO numbers VALUES (1)");
  for (let made = 1; made < CHUNK; made *= 2) {
    await admin.query("INSERT INTO numbers SELECT n + ? FROM numbers", [made]);
  }
}

/**
 * Adds rows with ascending ids.
 * @param insert `INSERT INTO t (..) SELECT .. FROM numbers`; `n` is 1, 2, 3 and so on in each chunk
 */
export async function insertMany(admin: Connection, insert: string, rows: number): Promise<void> {
  for (let left = rows; left > 0; left -= CHUNK) {
    await admin.query(`${insert} WHERE n <= ? ORDER BY n`, [Math.min(left, CHUNK)]);
  }
}
