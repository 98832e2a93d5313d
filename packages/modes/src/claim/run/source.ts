import {
  type Claimed,
  compile,
  jobDecoder,
  LinkLostError,
  type Lost,
  type Quote,
  retryTransient,
  type Source,
  type SourceEnv,
  type Statement,
  type Taken,
} from "@queuegen/runtime/internal";
import { Candidates } from "./candidates.js";
import type { ClaimSpec } from "./consumer.js";
import { type Guarded, GuardedWriter } from "./guarded-write.js";
import { Heartbeat } from "./heartbeat.js";
import { Owners } from "./owners.js";
import { rowKeys } from "./row-keys.js";
import { STATUS } from "./statements.js";

/** Mode claim: jobs are rows of one table, claimed by a guarded UPDATE. */
export class ClaimSource<Job> implements Source<Job> {
  readonly #env: SourceEnv;
  readonly #candidates: Candidates<Job>;
  readonly #release: Statement;
  readonly #kinds: Readonly<Record<"start" | "complete" | "retry" | "dead" | "releaseStarted", Guarded<Job>>>;
  readonly #owners: Owners;
  readonly #writer: GuardedWriter<Job>;
  readonly #heartbeat: Heartbeat<Job>;

  constructor(spec: ClaimSpec, env: SourceEnv) {
    const { statements } = spec;
    this.#env = env;
    this.#candidates = new Candidates(spec, env, jobDecoder<Job>(spec.columns));
    this.#release = compile(statements.release);
    const errors = (items: readonly Claimed<Job>[]) => items.map((item) => item.failure!.error);
    const delays = (items: readonly Claimed<Job>[]) => items.map((item) => item.failure!.delay);
    this.#kinds = {
      start: { statement: compile(statements.start), produces: [STATUS.processing], starts: true },
      complete: { statement: compile(statements.complete), produces: [STATUS.done] },
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
      // Its token stays, as after a retry: else a lost reply could not be told from a lost claim.
      releaseStarted: {
        statement: compile(statements.releaseStarted),
        produces: [STATUS.waiting],
        values: (items) => ({ delays: delays(items) }),
      },
    };
    this.#owners = new Owners(statements.verdict, rowKeys(spec.key));
    this.#writer = new GuardedWriter(env, this.#owners);
    this.#heartbeat = new Heartbeat(env, this.#owners, statements.heartbeat, spec.readBack === true);
  }

  take(n: number): Promise<Taken<Job>> {
    return this.#candidates.take(n);
  }

  poll(): Promise<number> {
    return this.#candidates.poll();
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

  releaseStarted(items: readonly Claimed<Job>[]): Promise<readonly Lost<Job>[]> {
    return this.#writer.write(this.#kinds.releaseStarted, items);
  }

  heartbeat(items: readonly Claimed<Job>[]): Promise<readonly Lost<Job>[]> {
    return this.#heartbeat.renew(items);
  }

  async release(items: readonly Claimed<Job>[]): Promise<void> {
    let open = items;
    while (open.length > 0) {
      const link = await this.#env.main.link(Math.max(...open.map(({ renewed }) => this.#env.clock.left(renewed))));
      try {
        await retryTransient(() => link.write(this.#release, this.#owners.fence(open)), this.#env.onError);
        break;
      } catch (error) {
        if (!(error instanceof LinkLostError)) throw error;
        this.#env.onError(error);
      }
      // Whether it was carried out or not: sent again it finds what is ours and unstarted, and nothing else.
      open = open.filter(({ renewed }) => this.#env.clock.left(renewed) > 0);
    }
    this.#candidates.refresh();
  }

  completion(item: Claimed<Job>, quote: Quote): string {
    return this.#kinds.complete.statement.render(this.#owners.fence([item]), quote);
  }

  async completed(item: Claimed<Job>): Promise<boolean> {
    const { main, onError } = this.#env;
    const owners = await retryTransient(async () => this.#owners.settled(await main.link(), [item]), onError);
    const owner = owners.get(item.id);
    return owner === undefined || (owner.status === STATUS.done && owner.token === item.token);
  }
}
