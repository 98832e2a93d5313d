import type { Pool } from "mysql2/promise";
import { boundedQueries, type Client, replied } from "./bounded-queries.js";

const NOW_MS = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000";

/** Writes the runs of one process into the ledger. */
export class LedgerWriter {
  readonly #pool: Client;
  readonly #worker: string;
  readonly #table: string;

  constructor(pool: Pool, worker: string, table: string) {
    this.#pool = boundedQueries(pool);
    this.#worker = worker;
    this.#table = table;
  }

  /** A run that has begun. Answers its entry. */
  async begin(job: string, attempt: number): Promise<string> {
    // A read of its own: INSERT ... SELECT would lock the row of the job.
    const [rows] = await this.#pool.query(`SELECT claim_token FROM ${this.#table} WHERE id = ${job}`);
    const token = (rows as { claim_token: string | null }[])[0]?.claim_token ?? null;
    const [result] = await this.#pool.query(
      `INSERT INTO ledger (job, attempt, worker, token, started) VALUES (${job}, ?, ?, ?, ${NOW_MS})`,
      [attempt, this.#worker, token],
    );
    return String((result as { insertId: number }).insertId);
  }

  /** The effect of a run that has begun. */
  async finish(entry: string, client: Client = this.#pool): Promise<void> {
    await replied(client.query(`UPDATE ledger SET finished = ${NOW_MS} WHERE entry = ${entry}`));
  }

  /** A whole run in one statement, for many short ones. */
  async effect(job: string, attempt: number): Promise<void> {
    await this.#pool.query(
      `INSERT INTO ledger (job, attempt, worker, started, finished) VALUES (${job}, ?, ?, ${NOW_MS}, ${NOW_MS})`,
      [attempt, this.#worker],
    );
  }
}
