import { compile, pause } from "@queuegen/runtime/internal";
import type { CursorSource } from "./cursor-source.js";
import type { RangeCursor } from "./range-cursor.js";

/** Whether to go on is asked this often. */
const LOOK_MS = 100;

/** The throttle: each batch books the time its rows may take, in one row that all processes write. */
export class Pace {
  readonly #source: CursorSource;
  readonly #pace: ReturnType<typeof compile>;
  readonly #wait: ReturnType<typeof compile>;
  /** Parts of a ms that earlier bookings have left out. */
  #rest = 0;

  constructor(source: CursorSource) {
    this.#source = source;
    this.#pace = compile(source.spec.walkStatements.pace);
    this.#wait = compile(source.spec.walkStatements.wait);
  }

  /** Waits for the turn of so many rows. Answers false where waiting is no use any more. */
  async turn(cursor: RangeCursor, rows: number, goesOn: () => boolean): Promise<boolean> {
    const { throttle } = this.#source.spec.walk;
    if (throttle === null) return true;
    const cost = (rows * 1_000) / throttle + this.#rest;
    this.#rest = cost - Math.floor(cost);
    const ms = await cursor.onMain(async (link) => {
      await link.write(this.#pace, { cost: Math.floor(cost) });
      const [row] = await link.read(this.#wait);
      return Number(row?.[0] ?? 0);
    });
    const end = performance.now() + ms;
    while (goesOn() && performance.now() < end) {
      await pause(Math.min(LOOK_MS, end - performance.now()), new AbortController().signal);
    }
    return goesOn();
  }
}
