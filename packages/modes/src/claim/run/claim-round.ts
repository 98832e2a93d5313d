import { randomBytes } from "node:crypto";
import {
  type Cell,
  Claimed,
  compile,
  type DecodeJob,
  errnoOf,
  failureOf,
  type Link,
  LinkLostError,
  LOCK_WAIT_TIMEOUT,
  type Moment,
  retryTransient,
  type SourceEnv,
  type Statement,
  type Taken,
} from "@queuegen/runtime/internal";
import { HeldRows } from "./held-rows.js";
import type { RowKeys } from "./row-keys.js";
import type { ClaimStatements } from "./statements.js";

/** A candidate or claimed row: id, attempts, then the payload columns, last the uid where the queue has it. */
export type JobRow = readonly Cell[];

interface RowShape {
  readonly uid: boolean;
  /** Candidates have no payload: every claimed row is read. */
  readonly readBack: boolean;
  readonly keys: RowKeys;
}

/** One claim statement. */
interface Sent {
  readonly rows: readonly JobRow[];
  /**
   * Its own, never used again. A statement that runs late then finds nothing that is ours by now; nor does a statement that
   * was sent for what another one has won: the writes of outcomes name all their tokens in one list.
   */
  readonly token: string;
  /** Most attempts that a row may have had. */
  readonly seen: number;
  /** Rows that it matched; undefined: its reply is not known. */
  won: number | undefined;
}

/** How the statements of one round are sent. */
interface Round {
  readonly link: Link;
  readonly statement: Statement;
  /** A statement that the server rolled back may be sent again by itself. */
  readonly autocommit: boolean;
  /** From when on the lease counts. */
  readonly moment: Moment;
  readonly sent: Sent[];
}

const ANY_ATTEMPTS = 65_535;
/** Rows that make the server refuse a claim are left alone for the life of the process, up to this many. */
const MOST_ASIDE = 1_000;

/** Takes candidates for itself: the guarded UPDATE by ids, and a read of what was won where the UPDATE does not tell. */
export class ClaimRound<Job> {
  readonly #env: SourceEnv;
  readonly #decode: DecodeJob<Job>;
  readonly #claimed: Statement;
  readonly #release: Statement;
  readonly #has: RowShape;
  readonly #aside = new Set<string>();
  readonly #held = new HeldRows();
  readonly #prefix = randomBytes(12).toString("base64url");
  #tokens = 0;

  constructor(env: SourceEnv, decode: DecodeJob<Job>, statements: ClaimStatements, has: RowShape) {
    this.#env = env;
    this.#decode = decode;
    this.#claimed = compile(statements.claimed);
    this.#release = compile(statements.release);
    this.#has = has;
  }

  /**
   * Candidates are worth something only on the connection that read them: another server may have given the ids to other jobs.
   * @param commit ends the open transaction that the candidates were locked in. An error of the server rejects then, and
   * nothing is claimed: it may have rolled back more than its statement.
   */
  async claim(
    link: Link,
    statement: Statement,
    candidates: readonly JobRow[],
    commit?: () => Promise<void>,
  ): Promise<Taken<Job>> {
    const rows = this.#free(candidates);
    // The lease counts from here, not from the reply.
    const moment = this.#env.clock.now();
    const round: Round = { link, statement, autocommit: commit === undefined, moment, sent: [] };
    let made = false;
    try {
      await this.#send(round, rows);
      await commit?.();
      made = true;
      return await this.#won(link, round.sent, moment);
    } catch (error) {
      if (made && link.alive && (commit || failureOf(error) === "statement")) {
        await this.#giveBack(link, round.sent);
        throw error;
      }
      if (commit && link.alive) throw error;
      this.#env.onError(error);
      // A part of the claim may be done, or its reply lost. What is not found now may still be claimed later, by a statement
      // that the server has yet to run: the reclaimer takes it.
      const doubtful = round.sent.map((one) => ({ ...one, won: undefined }));
      return this.#won(await this.#env.main.link(this.#env.clock.left(moment)), doubtful, moment);
    }
  }

  #free(rows: readonly JobRow[]): readonly JobRow[] {
    if (this.#aside.size === 0 && this.#held.none) return rows;
    const now = performance.now();
    return rows.filter((row) => !this.#aside.has(idOf(row)) && !this.#held.has(idOf(row), now));
  }

  /**
   * A row seen at attempts 0 is claimed only if that still holds, so its first attempt is known to be the first. The others
   * are read back: between look and claim they may have been tried again by somebody else.
   */
  async #send(round: Round, rows: readonly JobRow[]): Promise<void> {
    await this.#update(
      round,
      rows.filter((row) => row[1] === 0),
      0,
    );
    await this.#update(
      round,
      rows.filter((row) => row[1] !== 0),
      ANY_ATTEMPTS,
    );
  }

  /** What the statements have won: all of it where nobody else was there first, else what is found by the token. */
  async #won(link: Link, sent: readonly Sent[], moment: Moment): Promise<Taken<Job>> {
    const taken: Taken<Job>[] = [];
    for (const { rows, token, seen, won } of sent) {
      if (won === 0) continue;
      // Candidates show the attempts before the claim, rows read back those with it.
      if (won === rows.length && seen === 0 && !this.#has.readBack) taken.push(this.#take(rows, 1, token, moment));
      else taken.push(this.#take(await this.#readBack(link, rows, token), 0, token, moment));
    }
    if (taken.length === 1) return taken[0]!;
    // Several statements: what they took starts in the order of the ids all the same.
    const claimed = taken.flatMap((one) => one.claimed).sort((a, b) => this.#has.keys.compare(a.id, b.id));
    return { claimed, broken: taken.flatMap(({ broken }) => broken) };
  }

  async #update(round: Round, rows: readonly JobRow[], seen: number): Promise<void> {
    if (rows.length === 0) return;
    const token = `${this.#prefix}${(++this.#tokens).toString(36)}`;
    const values = { ids: this.#has.keys.list(rows.map(idOf)), seen, token, worker: this.#env.worker };
    const one: Sent = { rows, token, seen, won: undefined };
    round.sent.push(one);
    try {
      one.won = await retryTransient(
        () => round.link.write(round.statement, values),
        this.#env.onError,
        (error) => round.autocommit && !this.#isHeld(error),
      );
    } catch (error) {
      if (round.autocommit && this.#isHeld(error)) {
        one.won = 0;
        this.#env.onError(error);
        return this.#aroundHeld(round, rows, seen);
      }
      if (error instanceof LinkLostError || failureOf(error) !== "statement") throw error;
      one.won = 0;
      await this.#bisect(round, rows, seen, error);
    }
  }

  /** A transaction of the application's may hold a row of its own table for as long as it likes. */
  #isHeld(error: unknown): boolean {
    return this.#has.readBack && errnoOf(error) === LOCK_WAIT_TIMEOUT;
  }

  /** One by one, so that no free row waits behind one that is held; as long as half of the lease is left for those claimed. */
  async #aroundHeld(round: Round, rows: readonly JobRow[], seen: number): Promise<void> {
    if (rows.length === 1) {
      this.#held.add(idOf(rows[0]!), performance.now());
      return;
    }
    const enough = this.#env.clock.left(round.moment) / 2;
    for (const row of rows) {
      if (this.#env.clock.left(round.moment) < enough) return;
      await this.#update(round, [row], seen);
    }
  }

  /** One row makes the server refuse the whole batch: claim the others, leave that one alone. */
  async #bisect(round: Round, rows: readonly JobRow[], seen: number, error: unknown): Promise<void> {
    if (rows.length === 1) {
      this.#env.onError(error);
      if (this.#aside.size < MOST_ASIDE) this.#aside.add(idOf(rows[0]!));
      return;
    }
    const half = rows.length >> 1;
    await this.#update(round, rows.slice(0, half), seen);
    await this.#update(round, rows.slice(half), seen);
  }

  #readBack(link: Link, rows: readonly JobRow[], token: string): Promise<readonly JobRow[]> {
    return link.read(this.#claimed, { ids: this.#has.keys.list(rows.map(idOf)), token });
  }

  /** What cannot be read cannot be handled: nobody need wait for its lease. */
  async #giveBack(link: Link, sent: readonly Sent[]): Promise<void> {
    const ids = this.#has.keys.list(sent.flatMap(({ rows }) => rows.map(idOf)));
    const tokens = sent.map(({ token }) => token);
    try {
      if (tokens.length > 0) await link.write(this.#release, { ids, tokens });
    } catch (error) {
      this.#env.onError(error);
    }
  }

  #take(rows: readonly JobRow[], uncounted: 0 | 1, token: string, sent: Moment): Taken<Job> {
    const claimed: Claimed<Job>[] = [];
    const broken: Claimed<Job>[] = [];
    for (const row of rows) {
      const id = idOf(row);
      const attempt = Number(row[1]) + uncounted;
      try {
        const item = new Claimed(id, attempt, this.#decode(id, row, 2), token, sent);
        if (this.#has.uid) item.uid = String(row.at(-1));
        claimed.push(item);
      } catch (error) {
        const item = new Claimed(id, attempt, undefined as Job, token, sent);
        item.failure = { delay: 0, error: `the payload does not decode: ${(error as Error).message}` };
        broken.push(item);
      }
    }
    return { claimed, broken };
  }
}

function idOf(row: JobRow): string {
  return row[0] as string;
}
