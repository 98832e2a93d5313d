import {
  type Claimed,
  compile,
  type Lost,
  type Quote,
  type Source,
  type SourceEnv,
  type Taken,
} from "@queuegen/runtime/internal";
import { ClaimSource } from "../../claim/run/source.js";
import { Plan } from "./plan.js";
import { Share } from "./share.js";
import type { CursorSpec } from "./spec.js";
import { WalkedTable } from "./walked-table.js";

/** A claimed range: its columns by their names. */
export type RangeJob = Readonly<Record<string, unknown>>;

/** With nothing to claim, others are looked at this often: whether one has more than it needs, or all is over. */
const LOOK_MS = 1_000;

/** Mode cursor: claims ranges as mode claim claims jobs; makes them where there are none. */
export class CursorSource implements Source<RangeJob> {
  readonly spec: CursorSpec;
  readonly env: SourceEnv;
  readonly table: WalkedTable;
  readonly #ranges: ClaimSource<RangeJob>;
  readonly #plan: Plan;
  readonly #share: Share;
  readonly #sql: Readonly<Record<"open" | "lost", ReturnType<typeof compile>>>;
  #lookAt = Number.NEGATIVE_INFINITY;

  constructor(spec: CursorSpec, env: SourceEnv) {
    this.spec = spec;
    this.env = env;
    this.table = new WalkedTable(spec);
    this.#ranges = new ClaimSource<RangeJob>(spec, env);
    this.#plan = new Plan(spec, env, this.table);
    this.#share = new Share(spec, env, this.table);
    const { open, lost } = spec.walkStatements;
    this.#sql = { open: compile(open), lost: compile(lost) };
  }

  async take(n: number): Promise<Taken<RangeJob>> {
    const link = await this.env.main.link();
    if (!this.#plan.done) await this.#plan.go(link);
    const taken = await this.#ranges.take(n);
    if (taken.full || taken.claimed.length + taken.broken.length > 0) return taken;
    this.#lookAt = performance.now() + LOOK_MS;
    if (!this.#plan.done) return taken;
    if (await this.#share.take(link)) return this.#ranges.take(n);
    if ((await link.read(this.#sql.open)).length > 0) return taken;
    const [row] = await link.read(this.#sql.lost);
    return { ...taken, over: { dead: Number(row?.[0] ?? 0), error: (row?.[1] as string | undefined) ?? null } };
  }

  async poll(): Promise<number> {
    const due = await this.#ranges.poll();
    return Math.min(due, Math.max(0, this.#lookAt - performance.now()));
  }

  start(items: readonly Claimed<RangeJob>[]): Promise<readonly Lost<RangeJob>[]> {
    return this.#ranges.start(items);
  }

  complete(items: readonly Claimed<RangeJob>[]): Promise<readonly Lost<RangeJob>[]> {
    return this.#ranges.complete(items);
  }

  retry(items: readonly Claimed<RangeJob>[]): Promise<readonly Lost<RangeJob>[]> {
    return this.#ranges.retry(items);
  }

  dead(items: readonly Claimed<RangeJob>[]): Promise<readonly Lost<RangeJob>[]> {
    return this.#ranges.dead(items);
  }

  releaseStarted(items: readonly Claimed<RangeJob>[]): Promise<readonly Lost<RangeJob>[]> {
    return this.#ranges.releaseStarted(items);
  }

  heartbeat(items: readonly Claimed<RangeJob>[]): Promise<readonly Lost<RangeJob>[]> {
    return this.#ranges.heartbeat(items);
  }

  release(items: readonly Claimed<RangeJob>[]): Promise<void> {
    return this.#ranges.release(items);
  }

  completion(item: Claimed<RangeJob>, quote: Quote): string {
    return this.#ranges.completion(item, quote);
  }

  completed(item: Claimed<RangeJob>): Promise<boolean> {
    return this.#ranges.completed(item);
  }
}
