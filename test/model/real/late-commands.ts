import type { AsyncCommand } from "fast-check";
import { expect } from "vitest";
import { DEAD, DONE, has, type Verb } from "../spec/state.js";
import { ANY_ATTEMPTS, statement } from "../spec/statement.js";
import type { Oracle } from "./oracle.js";
import { newToken, type RealQueue } from "./real-queue.js";
import { count } from "./time-commands.js";

type Command = AsyncCommand<Oracle, RealQueue>;

export type LateVerb = Exclude<Verb, "commit" | "reclaimAhead">;

/** What a statement says that the server comes to at this moment, whoever sent it and when. */
export interface LateValues {
  readonly verb: LateVerb;
  readonly rows: number;
  /** Which of the tokens that there have been, counted from the newest. */
  readonly token: number;
  readonly first: boolean;
  readonly running: number;
  readonly delay: number;
}

/** A generated statement, sent by hand with any token that there has been, on any rows, at any time. */
export class Late implements Command {
  readonly #values: LateValues;
  constructor(values: LateValues) {
    this.#values = values;
  }
  check({ rows }: Oracle): boolean {
    return this.#values.rows !== 0 && !rows.some(({ locked }, row) => locked && has(this.#values.rows, row));
  }
  async run(oracle: Oracle, real: RealQueue): Promise<void> {
    const { verb, rows, first, running, delay } = this.#values;
    const token = this.#token(oracle);
    const number = token === undefined ? 0 : oracle.tokenNumber(token);
    const all = oracle.rows.map(() => number);
    if (verb === "releaseHeld") oracle.state = { ...oracle.state, operator: all };
    const seen = verb === "purge" ? (first ? DONE : DEAD) : first ? 0 : ANY_ATTEMPTS;
    const late = statement(verb, rows, { tokens: all, seen, running: running & rows, delay });
    const { matched } = oracle.apply(late);
    expect(await real.send(late, token)).toBe(count(matched));
    await oracle.compare(real);
  }
  #token({ tokens }: Oracle): string | undefined {
    const { verb, token } = this.#values;
    return verb === "claim" || verb === "claimDue" ? newToken() : tokens.at(-1 - (token % Math.max(1, tokens.length)));
  }
  toString(): string {
    const { verb, rows, token, first, running, delay } = this.#values;
    return `late ${verb} of rows ${rows.toString(2)}, token -${token}${first ? ", first" : ""}, running ${running.toString(2)}, delay ${delay}`;
  }
}
