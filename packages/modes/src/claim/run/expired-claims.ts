import {
  compile,
  errnoOf,
  LOCK_WAIT_TIMEOUT,
  type ReclaimEnv,
  retryTransient,
  type Session,
  type SqlValues,
  type Statement,
} from "@queuegen/runtime/internal";
import type { ReclaimSpec } from "./reclaimer.js";
import type { RowKeys } from "./row-keys.js";

const PAGE = 500;
/** More than this many dead claims are taken in several rounds. */
const MOST_KEPT = 50_000;

interface Seen {
  readonly token: string | null;
  readonly time: number | null;
  /** Its claim time lies ahead of the database's clock. */
  readonly ahead: boolean;
  /** First seen so, on our own clock. */
  readonly at: number;
}

/**
 * Heartbeat intervals between two looks that must agree. A live worker's next heartbeat comes an interval after its last one
 * and then takes a while itself: a second look exactly an interval later may be there first.
 */
const APART = 1.25;

/**
 * Takes back claims whose worker is gone. A claim must be seen expired twice, unchanged, more than a heartbeat interval apart
 * on our own clock: a jump of the database's clock makes every live claim look expired at once, and their next heartbeats
 * show that they are not.
 */
export class ExpiredClaims {
  readonly #spec: ReclaimSpec;
  readonly #env: ReclaimEnv;
  readonly #keys: RowKeys;
  readonly #sql: Readonly<Record<"expired" | "reclaim" | "reclaimAhead", Statement>>;
  #seen = new Map<string, Seen>();
  #ripe: (readonly [id: string, seen: Seen])[] = [];

  constructor(spec: ReclaimSpec, env: ReclaimEnv, keys: RowKeys) {
    this.#spec = spec;
    this.#env = env;
    this.#keys = keys;
    const { expired, reclaim, reclaimAhead } = spec.statements;
    this.#sql = { expired: compile(expired), reclaim: compile(reclaim), reclaimAhead: compile(reclaimAhead) };
  }

  /** Ids first, by a plain read, paged by id: nothing is locked, and rows that cannot be moved do not stop it. */
  async look(session: Session, patience = 0): Promise<number> {
    const link = await session.link();
    const now = performance.now();
    const seen = new Map<string, Seen>();
    for (let after = this.#keys.first, more = true; more && seen.size < MOST_KEPT; ) {
      const rows = await link.read(this.#sql.expired, { after, limit: PAGE });
      for (const [id, token, time, ahead] of rows) {
        const fresh = {
          token: token as string | null,
          time: time as number | null,
          ahead: Number(ahead) === 1,
          at: now,
        };
        const before = this.#seen.get(String(id));
        seen.set(String(id), before && isSame(before, fresh) ? before : fresh);
      }
      more = rows.length === PAGE;
      if (more) after = this.#keys.list([String(rows.at(-1)![0])]);
    }
    this.#seen = seen;
    this.#ripe = [...seen].filter(([, { at }]) => now - at >= APART * this.#spec.heartbeat + patience);
    return this.#ripe.length;
  }

  async reclaim(session: Session): Promise<number> {
    const ripe = this.#ripe;
    this.#ripe = [];
    const past = ripe.filter(([, seen]) => !seen.ahead).map(([id]) => id);
    let taken = 0;
    for (let from = 0; from < past.length; from += PAGE) {
      taken += await this.#take(session, this.#sql.reclaim, past.slice(from, from + PAGE), {});
    }
    for (const [time, ids] of aheadByTime(ripe)) {
      taken += await this.#take(session, this.#sql.reclaimAhead, ids, { seen: time });
    }
    return taken;
  }

  async #take(session: Session, statement: Statement, ids: readonly string[], values: SqlValues): Promise<number> {
    const link = await session.link();
    try {
      const taken = await retryTransient(
        () => link.write(statement, { ...values, ids: this.#keys.list(ids) }),
        this.#env.onError,
        (error) => errnoOf(error) !== LOCK_WAIT_TIMEOUT,
      );
      if (taken === ids.length) this.#env.onTaken?.(ids);
      return taken;
    } catch (error) {
      if (errnoOf(error) !== LOCK_WAIT_TIMEOUT) throw error;
      // A row that its own job's transaction holds counts as alive; the others must not wait for it.
      if (ids.length === 1) return 0;
      const half = ids.length >> 1;
      const left = await this.#take(session, statement, ids.slice(0, half), values);
      return left + (await this.#take(session, statement, ids.slice(half), values));
    }
  }
}

/** Where the clock stepped back between two looks, what was behind it is ahead of it: another statement takes that. */
function isSame(before: Seen, now: Seen): boolean {
  return before.token === now.token && before.time === now.time && before.ahead === now.ahead;
}

function aheadByTime(ripe: readonly (readonly [id: string, seen: Seen])[]): Map<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const [id, { ahead, time }] of ripe) {
    if (!ahead || time === null) continue;
    const ids = groups.get(time);
    if (ids) ids.push(id);
    else groups.set(time, [id]);
  }
  return groups;
}
