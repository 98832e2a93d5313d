import type { Claimed } from "@queuegen/runtime/internal";
import type { PoolConnection } from "mysql2/promise";
import { expect } from "vitest";
import type { NotifyJob } from "../../../generated-example/src/queues/generated/notify/table.js";
import { newRow } from "../spec/model.js";
import { type Applied, apply } from "../spec/run.js";
import { GONE, type Row, replaced, type State, type Statement, type Token } from "../spec/state.js";
import { type World, worldOf } from "../spec/world.js";
import type { RealQueue } from "./real-queue.js";
import { ROWS, SCOPE, SOURCES, TICK_MS } from "./settings.js";

/** A claim in the hand of a source. */
export interface Held {
  readonly item: Claimed<NotifyJob>;
  readonly token: Token;
}

/** An open transaction of a handler, its completion written. */
export interface Open {
  readonly connection: PoolConnection;
  readonly source: number;
  readonly row: number;
  readonly held: Held;
  /** Ticks since the completion. */
  age: number;
}

/** The model beside the servers: what must be in the table, by the same guards and sets that the explorer goes through. */
export class Oracle {
  readonly world: World = worldOf(SCOPE);
  state: State;
  /** Half seconds since the beginning. */
  time = 0;
  /** By the model's number, from 1. */
  readonly tokens: string[] = [];
  /** By source, then by row. */
  readonly hands: Map<number, Held>[] = Array.from({ length: SOURCES }, () => new Map());
  open: Open | undefined;

  constructor() {
    this.state = {
      rows: Array.from({ length: ROWS }, (_, row) => newRow(row === ROWS - 1 ? 2 : null)),
      workers: [],
      reclaimer: { seen: Array.from({ length: ROWS }, () => null), ripe: 0, ripeAhead: 0 },
      ...{ late: [], operator: Array.from({ length: ROWS }, () => null), purge: [0, 0], half: false },
      chances: SCOPE.chances,
    };
  }

  get rows(): readonly Row[] {
    return this.state.rows;
  }

  setRow(index: number, row: Row): void {
    this.state = { ...this.state, rows: replaced(this.state.rows, index, row) };
  }

  tokenNumber(token: string): Token {
    const at = this.tokens.indexOf(token);
    return at >= 0 ? at + 1 : this.tokens.push(token);
  }

  apply(statement: Statement): Applied {
    const applied = apply(this.world, this.state, statement);
    if (!applied) throw new Error("a command that would wait for a lock was run");
    expect(["owner-only", "final-is-final", "legal-transition", "no-early-start", "kept-its-time"]).not.toContain(
      applied.broken,
    );
    this.state = applied.state;
    return applied;
  }

  /** Time goes on, or the clock of the database jumps. */
  shift(ticks: number): void {
    const seconds = Math.floor((this.time + ticks) / 2) - Math.floor(this.time / 2);
    this.time += ticks;
    const by = (value: number | null, amount: number) => (value === null ? null : value + amount);
    const rows = this.rows.map((row) => ({
      ...row,
      ...{ age: by(row.age, seconds), due: by(row.due, -ticks), finished: by(row.finished, ticks) },
    }));
    this.state = { ...this.state, rows };
    if (this.open) this.open.age += ticks;
  }

  /** The table holds what the model says, column by column. */
  async compare(real: RealQueue): Promise<void> {
    const rows = new Map((await real.rows()).map((row) => [Number(row.id) - 1, row]));
    const found = this.rows.map((_, index) => {
      const row = rows.get(index);
      if (!row) return { status: GONE };
      return {
        status: row.status,
        token: row.claim_token === null ? 0 : this.tokenNumber(row.claim_token),
        age: row.claim_time === null ? null : Math.floor(real.now / 1000) - row.claim_time,
        attempts: row.attempts,
        started: row.start_time !== null,
        due: row.run_at === null ? null : (row.run_at - real.now) / TICK_MS,
        finished: row.finish_time === null ? null : (real.now - row.finish_time) / TICK_MS,
        key: row.dedupe_key !== null,
      };
    });
    expect(found).toEqual(this.rows.map(columnsOf));
  }
}

function columnsOf({ status, token, age, attempts, started, due, finished, key }: Row): object {
  return status === GONE ? { status } : { status, token, age, attempts, started, due, finished, key };
}
