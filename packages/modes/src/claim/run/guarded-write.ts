import {
  type Claimed,
  errnoOf,
  failureOf,
  LinkLostError,
  LOCK_WAIT_TIMEOUT,
  type Lost,
  retryTransient,
  type SourceEnv,
  type SqlValues,
  type Statement,
} from "@queuegen/runtime/internal";
import { describeOwner, type Owners } from "./owners.js";
import { STATUS } from "./statements.js";

/** One kind of write: the start mark or an outcome. */
export interface Guarded<Job> {
  readonly statement: Statement;
  /** Statuses that this write leaves a row in. */
  readonly produces: readonly number[];
  /** A row that is gone was finished by somebody: nothing is left to start. */
  readonly starts?: boolean;
  /** Values beside the fence. */
  values?(items: readonly Claimed<Job>[]): SqlValues;
}

/**
 * Sends a guarded statement for claims in hand and finds out which of them are lost.
 *
 * Fewer rows than sent, or a connection that died around the write, prove nothing. After a broken connection the same
 * statement goes first ("read, saw it in work, gave up" is wrong while the first one may yet run); then a read in
 * autocommit decides. My token and a status this write makes: mine. My token, still in work: it has not run, again while
 * the lease lasts. Gone: it was final and is deleted or purged. Anything else: lost.
 */
export class GuardedWriter<Job> {
  readonly #env: SourceEnv;
  readonly #owners: Owners;

  constructor(env: SourceEnv, owners: Owners) {
    this.#env = env;
    this.#owners = owners;
  }

  async write(kind: Guarded<Job>, items: readonly Claimed<Job>[]): Promise<readonly Lost<Job>[]> {
    const lost: Lost<Job>[] = [];
    let open = items;
    while (open.length > 0) {
      try {
        open = await this.#once(kind, open, lost);
      } catch (error) {
        const retriable =
          error instanceof LinkLostError || (failureOf(error) === "transient" && !isLocked(error, open));
        if (!retriable) return lost.concat(await this.#bisect(kind, open, error));
        this.#env.onError(error);
      }
      open = open.filter((item) => {
        if (this.#env.clock.left(item.renewed) > 0) return true;
        lost.push({ item, why: "its lease ended before the database confirmed the write" });
        return false;
      });
    }
    return lost;
  }

  /** Sends once; answers what is still undecided. */
  async #once(kind: Guarded<Job>, items: readonly Claimed<Job>[], lost: Lost<Job>[]): Promise<readonly Claimed<Job>[]> {
    const patience = Math.max(...items.map((item) => this.#env.clock.left(item.renewed)));
    const link = await this.#env.main.link(patience);
    const values = { ...this.#owners.fence(items), ...kind.values?.(items) };
    const affected = await retryTransient(
      () => link.write(kind.statement, values),
      this.#env.onError,
      (error) => !isLocked(error, items),
    );
    if (affected === items.length) return [];
    const owners = await this.#owners.read(link, items);
    return items.filter((item) => {
      const owner = owners.get(item.id);
      if (owner === undefined) {
        if (kind.starts) lost.push({ item, why: "the row is gone" });
        return false;
      }
      const mine = owner.token === item.token;
      if (mine && kind.produces.includes(owner.status)) return false;
      if (mine && owner.status === STATUS.processing) return true;
      lost.push({ item, why: describeOwner(owner) });
      return false;
    });
  }

  /** A statement fails because of one row, refused or locked: halve until it stands alone, leave that one to its lease. */
  async #bisect(kind: Guarded<Job>, items: readonly Claimed<Job>[], error: unknown): Promise<readonly Lost<Job>[]> {
    if (items.length === 1) {
      this.#env.onError(error);
      return [{ item: items[0]!, why: `the database refused the write: ${(error as Error).message}` }];
    }
    const half = items.length >> 1;
    const left = await this.write(kind, items.slice(0, half));
    return left.concat(await this.write(kind, items.slice(half)));
  }
}

/** Somebody holds one of the rows: the others must not wait for it. */
function isLocked(error: unknown, items: readonly unknown[]): boolean {
  return items.length > 1 && errnoOf(error) === LOCK_WAIT_TIMEOUT;
}
