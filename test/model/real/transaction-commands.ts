import { once } from "node:events";
import type { AsyncCommand } from "fast-check";
import { expect } from "vitest";
import { matches } from "../spec/guards.js";
import { SETS } from "../spec/sets.js";
import { statement } from "../spec/statement.js";
import type { Oracle } from "./oracle.js";
import type { RealQueue } from "./real-queue.js";

type Command = AsyncCommand<Oracle, RealQueue>;

/** A handler's transaction, up to its completion; where that matches nothing, rolled back. */
export class OpenTransaction implements Command {
  readonly #source: number;
  readonly #row: number;
  constructor(source: number, row: number) {
    this.#source = source;
    this.#row = row;
  }
  check({ hands, open }: Oracle): boolean {
    return open === undefined && hands[this.#source]!.has(this.#row);
  }
  async run(oracle: Oracle, real: RealQueue): Promise<void> {
    const index = this.#row;
    const row = oracle.rows[index]!;
    const held = oracle.hands[this.#source]!.get(index)!;
    const completion = statement("commit", 1 << index, { tokens: oracle.rows.map(() => held.token) });
    const { state, world } = oracle;
    const mine = matches({ world, state, statement: completion, index }, row);
    const [connection, affected] = await real.openTransaction(real.sources[this.#source]!, held.item);
    expect(affected).toBe(mine ? 1 : 0);
    if (mine) {
      oracle.setRow(index, { ...row, locked: true });
      held.item.locked = true;
      oracle.open = { connection, source: this.#source, row: index, held, age: 0 };
    } else {
      await connection.query("ROLLBACK");
      connection.release();
    }
    await oracle.compare(real);
  }
  toString(): string {
    return `worker ${this.#source + 1} completes row ${this.#row + 1} in a transaction`;
  }
}

export type End = "COMMIT" | "ROLLBACK" | "dies";

/** It commits, rolls back, or its connection dies; the source that asks is told the truth. */
export class EndTransaction implements Command {
  readonly #end: End;
  constructor(end: End) {
    this.#end = end;
  }
  check({ open }: Oracle): boolean {
    return open !== undefined;
  }
  async run(oracle: Oracle, real: RealQueue): Promise<void> {
    const { connection, source, row: index, held, age } = oracle.open!;
    oracle.open = undefined;
    const row = oracle.rows[index]!;
    const completion = statement("commit", 1 << index, { tokens: oracle.rows.map(() => held.token) });
    const committed = this.#end === "COMMIT";
    const { state, world } = oracle;
    const after = committed
      ? { ...SETS.commit(row, { world, state, statement: completion, index }), finished: age }
      : row;
    oracle.setRow(index, { ...after, locked: false });
    if (this.#end === "dies") connection.destroy();
    else {
      await connection.query(this.#end);
      connection.release();
    }
    held.item.locked = false;
    // Behind the lock: a transaction whose connection is gone is over by then.
    expect(await real.sources[source]!.source.completed(held.item)).toBe(committed);
    if (committed) oracle.hands[source]!.delete(index);
    await oracle.compare(real);
  }
  toString(): string {
    return `the transaction ends: ${this.#end}`;
  }
}

export async function endOpen({ open }: Oracle): Promise<void> {
  if (!open) return;
  const { connection } = open.connection as unknown as { connection: { stream: NodeJS.EventEmitter } };
  const closed = once(connection.stream, "close");
  open.connection.destroy();
  await closed;
}
