import type { AsyncCommand } from "fast-check";
import { expect } from "vitest";
import { waitFor } from "../../runtime/sources.js";
import { isAhead, isExpired } from "../spec/guards.js";
import { DEAD, DONE, PROCESSING, type Row, type Seen } from "../spec/state.js";
import { statement } from "../spec/statement.js";
import type { Oracle } from "./oracle.js";
import type { RealQueue } from "./real-queue.js";
import { BEGIN_MS, TICK_MS } from "./settings.js";

type Command = AsyncCommand<Oracle, RealQueue>;

export class TimeGoesOn implements Command {
  readonly #ticks: number;
  constructor(ticks: number) {
    this.#ticks = ticks;
  }
  check(): boolean {
    return true;
  }
  async run(oracle: Oracle, real: RealQueue): Promise<void> {
    oracle.shift(this.#ticks);
    await real.setTime(BEGIN_MS + oracle.time * TICK_MS);
    await oracle.compare(real);
  }
  toString(): string {
    return `time ${this.#ticks > 0 ? "+" : ""}${this.#ticks / 2} s`;
  }
}

export class Look implements Command {
  check(): boolean {
    return true;
  }
  async run(oracle: Oracle, real: RealQueue): Promise<void> {
    // Longer than the interval between two looks that must agree.
    await waitFor(2);
    const { reclaim, beat } = real.sources[0]!;
    const before = oracle.state.reclaimer.seen;
    const seen = oracle.rows.map((row, index) => look(oracle, row, before[index]!));
    const ripe = rowsOf(seen, ({ wait, ahead }) => wait > 0 && !ahead);
    const ripeAhead = rowsOf(seen, ({ wait, ahead }) => wait > 0 && ahead);
    oracle.state = { ...oracle.state, reclaimer: { seen, ripe, ripeAhead } };
    expect(await reclaim.look(beat)).toBe(count(ripe | ripeAhead));
  }
  toString(): string {
    return "the reclaimer looks";
  }
}

function look({ world }: Oracle, row: Row, before: Seen | null): Seen | null {
  const ahead = isAhead(world, row);
  if (row.status !== PROCESSING || !(isExpired(world, row) || ahead)) return null;
  return before && !before.changed && before.ahead === ahead
    ? { ...before, wait: 1 }
    : { changed: false, ahead, wait: 0 };
}

export class Reclaim implements Command {
  check({ state: { reclaimer } }: Oracle): boolean {
    return (reclaimer.ripe | reclaimer.ripeAhead) !== 0;
  }
  async run(oracle: Oracle, real: RealQueue): Promise<void> {
    const { ripe, ripeAhead } = oracle.state.reclaimer;
    let taken = 0;
    if (ripe !== 0) taken += count(oracle.apply(statement("reclaim", ripe)).matched);
    if (ripeAhead !== 0) taken += count(oracle.apply(statement("reclaimAhead", ripeAhead)).matched);
    oracle.state = { ...oracle.state, reclaimer: { ...oracle.state.reclaimer, ripe: 0, ripeAhead: 0 } };
    const { reclaim, beat } = real.sources[0]!;
    expect(await reclaim.reclaim(beat)).toBe(taken);
    await oracle.compare(real);
  }
  toString(): string {
    return "the reclaimer takes back what is ripe";
  }
}

export class Purge implements Command {
  check(): boolean {
    return true;
  }
  async run(oracle: Oracle, real: RealQueue): Promise<void> {
    let gone = 0;
    for (const status of [DONE, DEAD]) {
      const old = oracle.rows.reduce((mask, row, index) => (row.status === status ? mask | (1 << index) : mask), 0);
      gone += count(oracle.apply(statement("purge", old, { seen: status })).matched);
    }
    const { reclaim, beat } = real.sources[0]!;
    expect(await reclaim.purge(beat, new AbortController().signal)).toBe(gone);
    await oracle.compare(real);
  }
  toString(): string {
    return "purge";
  }
}

function rowsOf(seen: readonly (Seen | null)[], passes: (one: Seen) => boolean): number {
  let rows = 0;
  seen.forEach((one, index) => {
    if (one && passes(one)) rows |= 1 << index;
  });
  return rows;
}

export function count(rows: number): number {
  return [...rows.toString(2)].filter((bit) => bit === "1").length;
}
