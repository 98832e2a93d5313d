import {
  type Claimed,
  compile,
  digits,
  type Link,
  LinkLostError,
  type Quote,
  retryTransient,
  type SqlValues,
  type Statement,
} from "@queuegen/runtime/internal";
import { STATUS } from "../../claim/run/statements.js";
import type { CursorSource, RangeJob } from "./cursor-source.js";
import { type Bounds, type Key, sameKey } from "./keys.js";

/** A step of the cursor: where to, over how many rows, of which a handler got how many. */
export interface Step {
  readonly to: Key;
  readonly seen: number;
  readonly done: number;
}

/** The cursor of one claimed range, in the database and here. Only its owner moves it, and only forward. */
export class RangeCursor {
  readonly #source: CursorSource;
  readonly #item: Claimed<RangeJob>;
  readonly #advance: Statement;
  readonly #where: Statement;
  #bounds: Bounds;

  constructor(source: CursorSource, item: Claimed<RangeJob>, bounds: Bounds) {
    const { advance, where } = source.spec.walkStatements;
    this.#source = source;
    this.#item = item;
    this.#advance = compile(advance);
    this.#where = compile(where);
    this.#bounds = bounds;
  }

  get queue(): string {
    return this.#source.spec.queue;
  }

  get bounds(): Bounds {
    return this.#bounds;
  }

  /** The end was reached. */
  get over(): boolean {
    return sameKey(this.#bounds.at, this.#bounds.hi);
  }

  /** Moves it. Answers false where the claim is lost. */
  async advance(step: Step): Promise<boolean> {
    for (let next = step; ; ) {
      const affected = await this.onMain((link) => link.write(this.#advance, this.#values(next)));
      if (affected > 0) {
        this.moved(next);
        return true;
      }
      const again = await this.#afterNothing(next);
      if (again === undefined) return false;
      if (again === "there") {
        this.moved(next);
        return true;
      }
      next = again;
    }
  }

  /** As `advance`, as the last statement of a transaction of the handler's. */
  sql(step: Step, quote: Quote): string {
    return this.#advance.render(this.#values(step), quote);
  }

  moved({ to }: Step): void {
    this.#bounds = { ...this.#bounds, at: to };
    // What is behind the cursor is done: another failure is a first one.
    this.#item.attempt = 1;
  }

  /** After a step that was rolled back, 0 rows: the step to try now, or undefined where the claim is lost. */
  async stepAgain(step: Step): Promise<Step | undefined> {
    const again = await this.#afterNothing(step);
    return again === "there" ? undefined : again;
  }

  /** After a commit whose reply was lost. */
  async isAt({ to }: Step): Promise<boolean> {
    const found = await this.#find();
    return found !== undefined && sameKey(found.at, to);
  }

  /**
   * No row matched: somebody has cut the range shorter, and then the end is another one; or the reply of a first try was
   * lost, and it is there; or the claim is lost. What lies behind a new end has been done here and will be done again.
   */
  async #afterNothing(step: Step): Promise<Step | "there" | undefined> {
    const found = await this.#find();
    if (found === undefined) return undefined;
    if (sameKey(found.at, step.to)) return "there";
    if (!sameKey(found.at, this.#bounds.at)) return undefined;
    if (sameKey(found.hi, this.#bounds.hi)) return this.#shortened(step);
    this.#bounds = found;
    return step;
  }

  /** The step to the end of a range that was cut within it. */
  async #shortened({ seen, done }: Step): Promise<Step> {
    const { lo, at, hi } = this.#bounds;
    const left = await this.onMain((link) => this.#source.table.count(link, at ?? lo, hi, seen));
    const rows = left + (at === null ? 1 : 0);
    return { to: hi, seen: rows, done: Math.min(done, rows) };
  }

  /** Its bounds in the database, while it is ours. Never inside a transaction: the answer may be old there. */
  async #find(): Promise<Bounds | undefined> {
    const id = digits([this.#item.id]);
    const [row] = await this.onMain((link) => link.read(this.#where, { id }));
    if (row === undefined || Number(row[0]) !== STATUS.processing || row[1] !== this.#item.token) return undefined;
    return this.#source.table.keys.bounds(row, 2) ?? undefined;
  }

  #values({ to, seen, done }: Step): SqlValues {
    const { keys } = this.#source.table;
    const { at, hi } = this.#bounds;
    const { id, token } = this.#item;
    return { id: digits([id]), token, seen, done, ...keys.at(to), ...keys.old(at), ...keys.hi(hi) };
  }

  /** On the worker's connection, again on a new one where it breaks, as long as the lease lasts. */
  async onMain<T>(work: (link: Link) => Promise<T>): Promise<T> {
    const { main, clock, onError } = this.#source.env;
    for (;;) {
      try {
        const link = await main.link(Math.max(1, clock.left(this.#item.renewed)));
        return await main.turns.take(() => retryTransient(() => work(link), onError));
      } catch (error) {
        if (!(error instanceof LinkLostError) || clock.left(this.#item.renewed) <= 0) throw error;
        onError(error);
      }
    }
  }
}
