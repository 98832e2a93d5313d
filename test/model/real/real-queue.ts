import { randomBytes } from "node:crypto";
import { type Claimed, digits, type Link, type SqlValues } from "@queuegen/runtime/internal";
import type { Pool, PoolConnection, ResultSetHeader } from "mysql2/promise";
import type { NotifyJob } from "../../../generated-example/src/queues/generated/notify/table.js";
import { type OpenSource, openSource } from "../../runtime/sources.js";
import type { FreshDatabase } from "../../services/database.js";
import type { Statement } from "../spec/state.js";
import { has } from "../spec/state.js";
import { BEGIN_MS, KEEP_MS, ROWS, SOURCES, TICK_MS } from "./settings.js";
import { QUEUE, statementOf } from "./statements.js";

export interface RealRow {
  readonly id: number;
  readonly status: number;
  readonly claim_token: string | null;
  readonly claim_time: number | null;
  readonly attempts: number;
  readonly start_time: number | null;
  readonly finish_time: number | null;
  readonly run_at: number | null;
  readonly dedupe_key: string | null;
}

/** A queue on a server whose clock is the test's: every session that writes has its timestamp set. */
export class RealQueue {
  readonly #database: FreshDatabase;
  readonly #pool: Pool;
  readonly sources: readonly OpenSource[];
  #now = BEGIN_MS;

  constructor(database: FreshDatabase) {
    this.#database = database;
    this.#pool = database.pool({ connectionLimit: 20 });
    this.sources = Array.from({ length: SOURCES }, (_, number) => openSource(this.#pool, QUEUE, `w${number + 1}`));
  }

  /** Epoch ms by the servers' clocks. */
  get now(): number {
    return this.#now;
  }

  async begin(): Promise<void> {
    await this.#database.truncate();
    for (let row = 1; row <= ROWS; row++) {
      await this.#database.query(
        `INSERT INTO notify_task (id, status, create_time, user_id, payload, dedupe_key, run_at)
         VALUES (?, ?, 1, 1, '{"title":"t","body":"b"}', ?, ?)`,
        row === ROWS ? [row, 5, `k${row}`, BEGIN_MS + 2 * TICK_MS] : [row, 0, `k${row}`, null],
      );
    }
    await this.setTime(BEGIN_MS);
  }

  async setTime(ms: number): Promise<void> {
    this.#now = ms;
    for (const link of await this.#links()) await link.execute(this.#timestamp());
  }

  rows(): Promise<RealRow[]> {
    return this.#database.query<RealRow>(
      `SELECT id, status, claim_token, claim_time, attempts, start_time, finish_time, run_at, dedupe_key
       FROM notify_task ORDER BY id`,
    );
  }

  /** Sends a statement of the model by hand, as a server does that comes to it late. Answers the rows that it matched. */
  async send(statement: Statement, token: string | undefined): Promise<number> {
    const link = await this.sources[0]!.main.link();
    return link.write(statementOf(statement.verb), valuesOf(statement, token));
  }

  /** A transaction of a handler, up to its completion. Answers the rows that this matched. */
  async openTransaction(source: OpenSource, item: Claimed<NotifyJob>): Promise<[PoolConnection, number]> {
    const connection = await this.#pool.getConnection();
    await connection.query(this.#timestamp());
    await connection.query("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
    await connection.query("START TRANSACTION");
    const completion = source.source.completion(item, (value) => connection.escape(value));
    const [{ affectedRows }] = await connection.query<ResultSetHeader>(completion);
    return [connection, affectedRows];
  }

  close(): void {
    for (const source of this.sources) source.close();
  }

  #timestamp(): string {
    return `SET timestamp = ${(this.#now / 1000).toFixed(3)}`;
  }

  async #links(): Promise<Link[]> {
    return Promise.all(this.sources.flatMap(({ main, beat }) => [main.link(), beat.link()]));
  }
}

export function newToken(): string {
  return `late-${randomBytes(8).toString("hex")}`;
}

export function idOf(row: number): string {
  return String(row + 1);
}

function valuesOf({ verb, rows, running, seen, delay }: Statement, token: string | undefined): SqlValues {
  const ids = idsOf(rows);
  const each = <T>(value: T): T[] => ids.map(() => value);
  const known = token ?? "nobody";
  return {
    ids: digits(ids),
    ...{ token: known, tokens: [known], worker: "late", running: digits(idsOf(running)) },
    ...{ seen: verb === "claim" || verb === "claimDue" ? Math.min(seen, 65_535) : 0 },
    ...{ delays: each(delay * TICK_MS), errors: each("late"), status: seen, keep: KEEP_MS },
  };
}

function idsOf(rows: number): string[] {
  return Array.from({ length: ROWS }, (_, row) => row)
    .filter((row) => has(rows, row))
    .map(idOf);
}
