import {
  type Claimed,
  compile,
  jobDecoder,
  type Link,
  LinkLostError,
  type Lost,
  type Quote,
  retryTransient,
  type Source,
  type SourceEnv,
  type SqlValues,
  type Statement,
  type Taken,
} from "@queuegen/runtime/internal";
import { ClaimRound } from "./claim-round.js";
import type { ClaimSpec } from "./consumer.js";
import { DueShare } from "./due-share.js";
import { Floor } from "./floor.js";
import { type Guarded, GuardedWriter } from "./guarded-write.js";
import { Heartbeat } from "./heartbeat.js";
import { fence, Owners } from "./owners.js";
import { STATUS } from "./statements.js";

/** Mode claim: jobs are rows of one table, claimed by a guarded UPDATE. */
export class ClaimSource<Job> implements Source<Job> {
  readonly #env: SourceEnv;
  readonly #sql: Readonly<Record<"fresh" | "due" | "poll" | "claim" | "claimDue" | "release" | "complete", Statement>>;
  readonly #kinds: Readonly<Record<"start" | "complete" | "retry" | "dead", Guarded<Job>>>;
  readonly #round: ClaimRound<Job>;
  readonly #owners: Owners;
  readonly #writer: GuardedWriter<Job>;
  readonly #heartbeat: Heartbeat<Job>;
  readonly #floor = new Floor();
  readonly #due = new DueShare();

  constructor(spec: ClaimSpec, env: SourceEnv) {
    const { statements } = spec;
    this.#env = env;
    this.#sql = {
      fresh: compile(statements.fresh),
      due: compile(statements.due),
      poll: compile(`${statements.poll} UNION ALL ${env.control.pollBranch}`),
      claim: compile(statements.claim),
      claimDue: compile(statements.claimDue),
      release: compile(statements.release),
      complete: compile(statements.complete),
    };
    const errors = (items: readonly Claimed<Job>[]) => items.map((item) => item.failure!.error);
    const delays = (items: readonly Claimed<Job>[]) => items.map((item) => item.failure!.delay);
    this.#kinds = {
      start: { statement: compile(statements.start), produces: [STATUS.processing] },
      complete: { statement: this.#sql.complete, produces: [STATUS.done] },
      retry: {
        statement: compile(statements.retry),
        produces: [STATUS.waiting, STATUS.dead],
        values: (items) => ({ delays: delays(items), errors: errors(items) }),
      },
      dead: {
        statement: compile(statements.dead),
        produces: [STATUS.dead],
        values: (items) => ({ errors: errors(items) }),
      },
    };
    this.#round = new ClaimRound(env, jobDecoder<Job>(spec.columns), statements.claimed);
    this.#owners = new Owners(statements.verdict);
    this.#writer = new GuardedWriter(env, this.#owners);
    this.#heartbeat = new Heartbeat(env, this.#owners, statements.heartbeat);
  }

  /** Due rows first, with their share; then fresh ones; what fresh rows leave free goes to due rows again. */
  async take(n: number): Promise<Taken<Job>> {
    const link = await this.#env.main.link(this.#env.clock.lease);
    const due = await this.#takeDue(link, this.#due.quota(n, performance.now()));
    const fresh = await this.#takeFresh(link, n - size(due));
    const left = n - size(due) - size(fresh);
    if (left === 0 || size(fresh) > 0) return join(due, fresh);
    return join(due, await this.#takeDue(link, this.#due.quota(left * 2, performance.now())));
  }

  async poll(): Promise<boolean> {
    const link = await this.#env.main.link(this.#env.clock.lease);
    const { control } = this.#env;
    const floor = this.#floor.start(1, performance.now());
    const rows = await this.#read(link, this.#sql.poll, { floor, limit: 1, queue: control.queue });
    const notes = new Map(rows.map(([kind, note]) => [String(kind), String(note)]));
    control.apply(notes.get("control"));
    if (!notes.has("fresh")) this.#floor.looked(floor, 1, []);
    // The take that follows must start where this look found something, and this look has used up the refresh.
    else if (floor === 0n) this.#floor.refresh();
    if (notes.has("due")) this.#due.hasDue();
    return notes.has("fresh") || notes.has("due");
  }

  start(items: readonly Claimed<Job>[]): Promise<readonly Lost<Job>[]> {
    return this.#writer.write(this.#kinds.start, items);
  }

  complete(items: readonly Claimed<Job>[]): Promise<readonly Lost<Job>[]> {
    return this.#writer.write(this.#kinds.complete, items);
  }

  retry(items: readonly Claimed<Job>[]): Promise<readonly Lost<Job>[]> {
    return this.#writer.write(this.#kinds.retry, items);
  }

  dead(items: readonly Claimed<Job>[]): Promise<readonly Lost<Job>[]> {
    return this.#writer.write(this.#kinds.dead, items);
  }

  heartbeat(items: readonly Claimed<Job>[]): Promise<readonly Lost<Job>[]> {
    return this.#heartbeat.renew(items);
  }

  async release(items: readonly Claimed<Job>[]): Promise<void> {
    let open = items;
    while (open.length > 0) {
      const link = await this.#env.main.link(Math.max(...open.map(({ renewed }) => this.#env.clock.left(renewed))));
      try {
        await retryTransient(() => link.write(this.#sql.release, fence(open)), this.#env.onError);
        break;
      } catch (error) {
        if (!(error instanceof LinkLostError)) throw error;
        this.#env.onError(error);
      }
      // Whether it was carried out or not: sent again it finds what is ours and unstarted, and nothing else.
      open = open.filter(({ renewed }) => this.#env.clock.left(renewed) > 0);
    }
    this.#floor.refresh();
  }

  completion(item: Claimed<Job>, quote: Quote): string {
    return this.#sql.complete.render(fence([item]), quote);
  }

  async completed(item: Claimed<Job>): Promise<boolean> {
    const owners = await this.#owners.read(await this.#env.main.link(), [item]);
    const owner = owners.get(item.id);
    return owner === undefined || (owner.status === STATUS.done && owner.token === item.token);
  }

  async #takeDue(link: Link, limit: number): Promise<Taken<Job>> {
    if (limit === 0) return NOTHING;
    const rows = await this.#read(link, this.#sql.due, { limit });
    this.#due.looked(rows.length, limit, performance.now());
    return rows.length === 0 ? NOTHING : this.#round.claim(link, this.#sql.claimDue, rows);
  }

  async #takeFresh(link: Link, limit: number): Promise<Taken<Job>> {
    if (limit === 0) return NOTHING;
    const floor = this.#floor.start(limit, performance.now());
    const rows = await this.#read(link, this.#sql.fresh, { floor, limit });
    this.#floor.looked(
      floor,
      limit,
      rows.map(([id]) => String(id)),
    );
    if (rows.length === 0) return NOTHING;
    const taken = await this.#round.claim(link, this.#sql.claim, rows);
    this.#floor.claimed(rows.length, size(taken));
    return taken;
  }

  #read(link: Link, statement: Statement, values: SqlValues): ReturnType<Link["read"]> {
    return retryTransient(() => link.read(statement, values), this.#env.onError);
  }
}

const NOTHING: Taken<never> = { claimed: [], broken: [] };

function size({ claimed, broken }: Taken<unknown>): number {
  return claimed.length + broken.length;
}

function join<Job>(a: Taken<Job>, b: Taken<Job>): Taken<Job> {
  if (size(a) === 0) return b;
  if (size(b) === 0) return a;
  return { claimed: [...a.claimed, ...b.claimed], broken: [...a.broken, ...b.broken] };
}
