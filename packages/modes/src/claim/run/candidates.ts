import {
  compile,
  type DecodeJob,
  type Link,
  retryTransient,
  type SourceEnv,
  type SqlValues,
  type Statement,
  type Taken,
} from "@queuegen/runtime/internal";
import { ClaimRound } from "./claim-round.js";
import type { ClaimSpec } from "./consumer.js";
import { DueShare } from "./due-share.js";
import { Floor } from "./floor.js";
import { Gate } from "./gate.js";
import { rowKeys } from "./row-keys.js";
import { behind, Scatter } from "./scatter.js";

/** Finds what may be claimed, due and fresh, and claims it. */
export class Candidates<Job> {
  readonly #env: SourceEnv;
  readonly #skipLocked: boolean;
  readonly #sql: Readonly<Record<"fresh" | "due" | "poll" | "claim" | "claimDue", Statement>>;
  readonly #round: ClaimRound<Job>;
  readonly #gate: Gate;
  readonly #floor: Floor | Scatter;
  readonly #due = new DueShare();

  constructor({ statements, claim, once, readBack, key }: ClaimSpec, env: SourceEnv, decode: DecodeJob<Job>) {
    const keys = rowKeys(key);
    this.#env = env;
    this.#skipLocked = claim.skipLocked;
    this.#floor = keys.ascending ? new Floor() : new Scatter();
    this.#sql = {
      fresh: compile(statements.fresh),
      due: compile(statements.due),
      poll: compile(`${statements.poll} UNION ALL ${env.control.pollBranch}`),
      claim: compile(statements.claim),
      claimDue: compile(statements.claimDue),
    };
    this.#gate = new Gate(env, statements.inWork);
    this.#round = new ClaimRound(env, decode, statements, {
      uid: once === true,
      readBack: readBack === true,
      keys,
    });
  }

  /** Due rows first, with their share; then fresh ones; what fresh rows leave free goes to due rows again. */
  async take(n: number): Promise<Taken<Job>> {
    const link = await this.#env.main.link();
    await this.#gate.prepare(link);
    if (await this.#gate.full(link)) return FULL;
    let taken: Taken<Job> = NOTHING;
    try {
      taken = await this.#takeDue(link, this.#due.quota(n, performance.now()));
      const fresh = await this.#takeFresh(link, n - size(taken));
      taken = join(taken, fresh);
      if (size(taken) === 0 && this.#gate.isFull) return FULL;
      if (size(fresh) > 0 || size(taken) === n || !link.alive) return taken;
      return join(taken, await this.#takeDue(link, this.#due.quota(2 * (n - size(taken)), performance.now())));
    } catch (error) {
      // Rows that were seen may be pending still, or again.
      this.#floor.refresh();
      // What is claimed is in hand, whatever became of the rest.
      if (size(taken) === 0) throw error;
      this.#env.onError(error);
      return taken;
    }
  }

  async poll(): Promise<number> {
    const link = await this.#env.main.link();
    const { control } = this.#env;
    const floor = this.#floorFor(1);
    const rows = await retryTransient(
      () => link.read(this.#sql.poll, { floor, limit: 1, queue: control.queue }),
      this.#env.onError,
    );
    const notes = new Map(rows.map(([kind, note]) => [String(kind), String(note)]));
    control.apply(notes.get("control"));
    if (!notes.has("fresh")) this.#floor.looked(floor, 1, []);
    // The take that follows must start where this look found something, and this look has used up the refresh.
    else if (floor === 0n) this.#floor.refresh();
    const due = notes.has("due") ? Number(notes.get("due")) : Number.POSITIVE_INFINITY;
    if (due <= 0) this.#due.hasDue();
    return notes.has("fresh") ? 0 : Math.max(0, due);
  }

  /** Rows may be there again below those that were claimed. */
  refresh(): void {
    this.#floor.refresh();
  }

  async #takeDue(link: Link, limit: number): Promise<Taken<Job>> {
    if (limit === 0 || this.#gate.isFull) return NOTHING;
    return this.#lookAndClaim(link, this.#sql.due, this.#sql.claimDue, { limit }, (found, most) =>
      this.#due.looked(found.length, most, performance.now()),
    );
  }

  async #takeFresh(link: Link, limit: number): Promise<Taken<Job>> {
    if (limit === 0 || this.#gate.isFull) return NOTHING;
    const floor = this.#floorFor(limit);
    let candidates = 0;
    const looked = (found: readonly string[], most: number): void => {
      candidates = found.length;
      this.#floor.looked(floor, most, found);
    };
    const skip = this.#skipLocked ? 0 : this.#floor.skip(limit);
    const taken = await this.#lookAndClaim(link, this.#sql.fresh, this.#sql.claim, { floor, limit }, looked, skip);
    if (candidates > 0) this.#floor.claimed(candidates, size(taken));
    return taken;
  }

  async #lookAndClaim(
    link: Link,
    look: Statement,
    claim: Statement,
    values: SqlValues & { readonly limit: number },
    looked: (ids: readonly string[], most: number) => void,
    skip = 0,
  ): Promise<Taken<Job>> {
    const read = async (most = Number.POSITIVE_INFINITY) => {
      const limit = Math.min(values.limit, most);
      const rows = behind(await link.read(look, { ...values, limit: limit + skip }), skip, limit);
      looked(
        rows.map(([id]) => String(id)),
        limit,
      );
      return rows;
    };
    const { onError } = this.#env;
    if (this.#skipLocked || this.#gate.on) return retryTransient(() => this.#claimLocked(link, read, claim), onError);
    const rows = await retryTransient(() => read(), onError);
    return rows.length === 0 ? NOTHING : this.#round.claim(link, claim, rows);
  }

  /**
   * Holds the gate, or the locks of the look, until the claim is made, and no longer. A deadlock undoes all of it: the caller begins anew.
   * Nothing else that writes may use the connection meanwhile.
   */
  async #claimLocked(
    link: Link,
    read: (most: number) => ReturnType<Link["read"]>,
    claim: Statement,
  ): Promise<Taken<Job>> {
    await link.execute("START TRANSACTION");
    try {
      const room = await this.#gate.room(link);
      const rows = room > 0 ? await read(room) : [];
      return await this.#round.claim(link, claim, rows, () => link.execute("COMMIT"));
    } catch (error) {
      await link.execute("ROLLBACK").catch((reason: unknown) => link.destroy(reason));
      throw error;
    }
  }

  /** Behind SKIP LOCKED there is no herd: the order of the queue is kept, from its head. */
  #floorFor(limit: number): bigint {
    return this.#skipLocked ? 0n : this.#floor.start(limit, performance.now());
  }
}

const NOTHING: Taken<never> = { claimed: [], broken: [] };
const FULL: Taken<never> = { ...NOTHING, full: true };

function size({ claimed, broken }: Taken<unknown>): number {
  return claimed.length + broken.length;
}

function join<Job>(a: Taken<Job>, b: Taken<Job>): Taken<Job> {
  if (size(a) === 0) return b;
  if (size(b) === 0) return a;
  return { claimed: [...a.claimed, ...b.claimed], broken: [...a.broken, ...b.broken] };
}
