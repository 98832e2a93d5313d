import type { AsyncCommand } from "fast-check";
import { expect } from "vitest";
import { has, type Item, type Outcome, PENDING, PROCESSING, WAITING } from "../spec/state.js";
import { ANY_ATTEMPTS, statement } from "../spec/statement.js";
import { judge } from "../spec/worker/outcome.js";
import type { Held, Oracle } from "./oracle.js";
import { idOf, type RealQueue } from "./real-queue.js";
import { TICK_MS } from "./settings.js";

type Command = AsyncCommand<Oracle, RealQueue>;
export type Write = "start" | Outcome;

/** A source claims all there is. */
export class Take implements Command {
  readonly #source: number;
  constructor(source: number) {
    this.#source = source;
  }
  check(): boolean {
    return true;
  }
  async run(oracle: Oracle, real: RealQueue): Promise<void> {
    const one = real.sources[this.#source]!;
    // From the head, and due rows too.
    await one.source.release([]);
    await one.source.poll();
    const items = await one.take(10);
    const free = oracle.rows.flatMap(({ status, due }, row) =>
      status === PENDING || (status === WAITING && due! <= 0) ? [idOf(row)] : [],
    );
    expect(items.map(({ id }) => id).sort()).toEqual(free);
    for (const item of items) this.#taken(oracle, { item, token: oracle.tokenNumber(item.token) });
    await oracle.compare(real);
  }
  #taken(oracle: Oracle, held: Held): void {
    const row = Number(held.item.id) - 1;
    const tokens = oracle.rows.map(() => held.token);
    const { status, attempts } = oracle.rows[row]!;
    const verb = status === WAITING ? "claimDue" : "claim";
    expect(oracle.apply(statement(verb, 1 << row, { tokens, seen: ANY_ATTEMPTS })).matched).toBe(1 << row);
    expect(held.item.attempt).toBe(attempts + 1);
    oracle.hands[this.#source]!.set(row, held);
  }
  toString(): string {
    return `worker ${this.#source + 1} claims`;
  }
}

/** A source writes start marks or outcomes for what it holds, be it still its own or not, and is told what is lost. */
export class WriteAll implements Command {
  readonly #source: number;
  readonly #verb: Write;
  readonly #rows: number;
  readonly #delay: number;
  constructor(source: number, verb: Write, rows: number, delay: number) {
    this.#source = source;
    this.#verb = verb;
    this.#rows = rows;
    this.#delay = delay;
  }
  check(oracle: Oracle): boolean {
    return this.#chosen(oracle).length > 0;
  }
  async run(oracle: Oracle, real: RealQueue): Promise<void> {
    const chosen = this.#chosen(oracle);
    const tokens = oracle.rows.map((_, row) => oracle.hands[this.#source]!.get(row)?.token ?? 0);
    const rows = chosen.reduce((mask, [row]) => mask | (1 << row), 0);
    const list = tokens.map((token, row) => (has(rows, row) ? token : 0));
    const { matched } = oracle.apply(statement(this.#verb, rows, { tokens: list, delay: this.#delay }));
    const lost = chosen.filter(([row, held]) => !has(matched, row) && this.#isLost(oracle, row, held));
    const { source } = real.sources[this.#source]!;
    for (const [, { item }] of chosen) item.failure = { delay: this.#delay * TICK_MS, error: "it's so" };
    const verb = this.#verb === "back" ? "releaseStarted" : this.#verb;
    const told = await source[verb](chosen.map(([, { item }]) => item));
    expect(told.map(({ item }) => item.id).sort()).toEqual(lost.map(([row]) => idOf(row)).sort());
    const over = this.#verb === "start" ? lost : chosen;
    for (const [row] of over) oracle.hands[this.#source]!.delete(row);
    await oracle.compare(real);
  }
  #isLost({ rows, world }: Oracle, row: number, { token }: Held): boolean {
    if (this.#verb === "start") return !(rows[row]!.token === token && rows[row]!.status === PROCESSING);
    const item: Item = {
      ...{ token, attempt: 1, state: "ended", spent: 0, outcome: this.#verb, transaction: "none", life: 0 },
    };
    const { says } = judge(world, rows[row]!, item);
    expect(says).not.toBe("again");
    return says === "lost";
  }
  #chosen({ hands, rows }: Oracle): (readonly [number, Held])[] {
    return [...hands[this.#source]!].filter(([row]) => has(this.#rows, row) && !rows[row]!.locked);
  }
  toString(): string {
    return `worker ${this.#source + 1} writes ${this.#verb} of rows ${this.#rows.toString(2)}, delay ${this.#delay}`;
  }
}

/** All in hand; of these some run. A row that a transaction holds is gone on without, after a second. */
export class Beat implements Command {
  readonly #source: number;
  readonly #running: number;
  constructor(source: number, running: number) {
    this.#source = source;
    this.#running = running;
  }
  check({ hands }: Oracle): boolean {
    return hands[this.#source]!.size > 0;
  }
  async run(oracle: Oracle, real: RealQueue): Promise<void> {
    const hand = oracle.hands[this.#source]!;
    const tokens = oracle.rows.map((_, row) => hand.get(row)?.token ?? 0);
    const rows = [...hand.keys()].reduce((mask, row) => mask | (1 << row), 0);
    const { matched, skipped } = oracle.apply(statement("heartbeat", rows, { tokens, running: this.#running }));
    const lost = [...hand.keys()].filter((row) => !has(matched | skipped, row));
    for (const [row, { item }] of hand) item.state = has(this.#running, row) ? "running" : "waiting";
    const told = await real.sources[this.#source]!.source.heartbeat([...hand.values()].map(({ item }) => item));
    expect(told.map(({ item }) => item.id).sort()).toEqual(lost.map(idOf).sort());
    for (const row of lost) hand.delete(row);
    await oracle.compare(real);
  }
  toString(): string {
    return `worker ${this.#source + 1} beats, rows ${this.#running.toString(2)} run`;
  }
}

export class Release implements Command {
  readonly #source: number;
  constructor(source: number) {
    this.#source = source;
  }
  check({ hands, open }: Oracle): boolean {
    return hands[this.#source]!.size > 0 && open === undefined;
  }
  async run(oracle: Oracle, real: RealQueue): Promise<void> {
    const hand = oracle.hands[this.#source]!;
    const tokens = oracle.rows.map((_, row) => hand.get(row)?.token ?? 0);
    const rows = [...hand.keys()].reduce((mask, row) => mask | (1 << row), 0);
    oracle.apply(statement("release", rows, { tokens }));
    await real.sources[this.#source]!.source.release([...hand.values()].map(({ item }) => item));
    hand.clear();
    await oracle.compare(real);
  }
  toString(): string {
    return `worker ${this.#source + 1} gives back all it holds`;
  }
}
