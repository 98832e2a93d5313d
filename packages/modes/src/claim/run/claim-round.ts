import { randomBytes } from "node:crypto";
import {
  type Cell,
  Claimed,
  compile,
  type DecodeJob,
  digits,
  failureOf,
  type Link,
  LinkLostError,
  type Moment,
  retryTransient,
  type SourceEnv,
  type Statement,
  type Taken,
} from "@queuegen/runtime/internal";

/** A candidate or claimed row: id, attempts, then the payload columns, last the uid where the queue has it. */
export type JobRow = readonly Cell[];

interface RowShape {
  readonly uid: boolean;
  /** Candidates have no payload: every claimed row is read. */
  readonly readBack: boolean;
}

interface Guard {
  readonly token: string;
  /** Most attempts that a row may have had. */
  readonly seen: number;
  /** A statement that the server rolled back may be sent again by itself. */
  readonly autocommit: boolean;
}

const ANY_ATTEMPTS = 65_535;
/** Rows that make the server refuse a claim are left alone for the life of the process, up to this many. */
const MOST_ASIDE = 1_000;

/** Takes candidates for itself: the guarded UPDATE by ids, and a read of what was won where the UPDATE does not tell. */
export class ClaimRound<Job> {
  readonly #env: SourceEnv;
  readonly #decode: DecodeJob<Job>;
  readonly #claimed: Statement;
  readonly #has: RowShape;
  readonly #aside = new Set<string>();
  readonly #prefix = randomBytes(12).toString("base64url");
  #round = 0;

  constructor(env: SourceEnv, decode: DecodeJob<Job>, claimed: string, has: RowShape) {
    this.#env = env;
    this.#decode = decode;
    this.#claimed = compile(claimed);
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
    const rows = this.#aside.size === 0 ? candidates : candidates.filter((row) => !this.#aside.has(idOf(row)));
    // One token a round, never used again: a statement that runs late finds nothing that is ours now.
    const token = `${this.#prefix}${(++this.#round).toString(36)}`;
    // The lease counts from here, not from the reply.
    const sent = this.#env.clock.now();
    let won: readonly JobRow[] | "all";
    try {
      won = await this.#send(link, statement, rows, token, commit === undefined);
      await commit?.();
    } catch (error) {
      if (commit && link.alive) throw error;
      this.#env.onError(error);
      // A part of the claim may be done, or its reply lost. What is not found now may still be claimed later, by a statement
      // that the server has yet to run: the reclaimer takes it.
      won = await this.#readBack(await this.#env.main.link(this.#env.clock.left(sent)), rows, token);
    }
    // Candidates show the attempts before the claim, rows read back those with it.
    return won === "all" ? this.#take(rows, 1, token, sent) : this.#take(won, 0, token, sent);
  }

  async #send(
    link: Link,
    statement: Statement,
    rows: readonly JobRow[],
    token: string,
    autocommit: boolean,
  ): Promise<readonly JobRow[] | "all"> {
    // A row seen at attempts 0 is claimed only if that still holds, so its first attempt is known to be the first. The
    // others are read back: between look and claim they may have been tried again by somebody else.
    const first = rows.filter((row) => row[1] === 0);
    const again = rows.filter((row) => row[1] !== 0);
    const update = (some: readonly JobRow[], seen: number) =>
      this.#update(link, statement, some, { token, seen, autocommit });
    const won = await update(first, 0);
    const wonAgain = await update(again, ANY_ATTEMPTS);
    if (won === rows.length && again.length === 0 && !this.#has.readBack) return "all";
    if (won + wonAgain === 0) return [];
    return this.#readBack(link, rows, token);
  }

  async #update(link: Link, statement: Statement, rows: readonly JobRow[], guard: Guard): Promise<number> {
    if (rows.length === 0) return 0;
    const { token, seen, autocommit } = guard;
    const values = { ids: digits(rows.map(idOf)), seen, token, worker: this.#env.worker };
    try {
      return await retryTransient(
        () => link.write(statement, values),
        this.#env.onError,
        () => autocommit,
      );
    } catch (error) {
      if (error instanceof LinkLostError || failureOf(error) !== "statement") throw error;
      return this.#bisect(link, statement, rows, guard, error);
    }
  }

  /** One row makes the server refuse the whole batch: claim the others, leave that one alone. */
  async #bisect(
    link: Link,
    statement: Statement,
    rows: readonly JobRow[],
    guard: Guard,
    error: unknown,
  ): Promise<number> {
    if (rows.length === 1) {
      this.#env.onError(error);
      if (this.#aside.size < MOST_ASIDE) this.#aside.add(idOf(rows[0]!));
      return 0;
    }
    const half = rows.length >> 1;
    const left = await this.#update(link, statement, rows.slice(0, half), guard);
    const right = await this.#update(link, statement, rows.slice(half), guard);
    return left + right;
  }

  #readBack(link: Link, rows: readonly JobRow[], token: string): Promise<readonly JobRow[]> {
    return link.read(this.#claimed, { ids: digits(rows.map(idOf)), token });
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
