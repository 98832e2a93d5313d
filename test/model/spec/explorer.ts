import { Visited } from "./visited.js";

/** One step out of a state. */
export interface Step<State> {
  readonly label: string;
  readonly next: State;
  /** Steps that lead on without further faults, the lowest first; undefined: a fault, or nothing that must happen. */
  readonly rank: number | undefined;
  /** What the step itself breaks. */
  readonly broken: string | undefined;
}

export interface Model<State> {
  readonly initial: State;
  readonly steps: (state: State) => readonly Step<State>[];
  /** The same text for states that behave the same. */
  readonly encode: (state: State) => string;
  /** The invariant that does not hold in this state. */
  readonly broken: (state: State) => string | undefined;
  /** A good end; from every state one must be reachable by the steps of the lowest rank. */
  readonly isEnd: (state: State) => boolean;
  readonly goodEnd: string;
}

export interface Report<State> {
  readonly states: number;
  readonly steps: number;
  /** Steps from the beginning to the farthest state seen. */
  readonly depth: number;
  /** Nothing was left out. */
  readonly complete: boolean;
  readonly ms: number;
  readonly violation: Violation<State> | undefined;
}

export interface Violation<State> {
  readonly invariant: string;
  readonly trace: readonly { readonly label: string; readonly state: State }[];
}

/**
 * Visits every state that steps lead to, the nearest first, so that the way to the first violation is the shortest there is.
 * Of each state only a fingerprint and the way to it are kept; the way is walked again to tell the trace.
 */
export function explore<State>(model: Model<State>, most: number): Report<State> {
  const began = performance.now();
  const search = new Search(model, most);
  const violation = search.run();
  return {
    states: search.size,
    steps: search.steps,
    depth: search.depth,
    complete: search.complete,
    ms: performance.now() - began,
    violation,
  };
}

const NONE = -1;
const END = -2;

class Search<State> {
  readonly #model: Model<State>;
  readonly #visited: Visited;
  /** Where each state was first come to from. */
  readonly #parent: Int32Array;
  /** Where each state goes on to without faults. */
  readonly #onward: Int32Array;
  #next: State[] = [];
  steps = 0;
  depth = 0;
  complete = true;

  constructor(model: Model<State>, most: number) {
    this.#model = model;
    this.#visited = new Visited(most);
    this.#parent = new Int32Array(most).fill(NONE);
    this.#onward = new Int32Array(most).fill(NONE);
  }

  get size(): number {
    return this.#visited.size;
  }

  run(): Violation<State> | undefined {
    const { initial, encode, broken } = this.#model;
    this.#visited.find(encode(initial));
    this.#visited.add();
    const invariant = broken(initial);
    if (invariant) return { invariant, trace: [] };
    this.#next = [initial];
    let first = 0;
    while (this.#next.length > 0) {
      const level = this.#next;
      this.#next = [];
      for (const [offset, state] of level.entries()) {
        const found = this.#expand(state, first + offset);
        if (found) return found;
        if (!this.complete) return this.#withoutEnd(first + offset);
      }
      first += level.length;
      if (this.#next.length > 0) this.depth++;
    }
    return this.#withoutEnd(this.size);
  }

  #expand(state: State, at: number): Violation<State> | undefined {
    let best = Number.POSITIVE_INFINITY;
    for (const { label, next, rank, broken } of this.#model.steps(state)) {
      this.steps++;
      if (broken) return { invariant: broken, trace: [...this.#trace(at), { label, state: next }] };
      let index = this.#visited.find(this.#model.encode(next));
      if (index < 0) {
        const invariant = this.#model.broken(next);
        if (invariant) return { invariant, trace: [...this.#trace(at), { label, state: next }] };
        index = this.size;
        if (!this.#visited.add()) {
          this.complete = false;
          return undefined;
        }
        this.#parent[index] = at;
        this.#next.push(next);
      }
      // A step that changes nothing leads nowhere.
      if (rank !== undefined && rank < best && index !== at) {
        best = rank;
        this.#onward[at] = index;
      }
    }
    if (this.#model.isEnd(state)) this.#onward[at] = END;
    return undefined;
  }

  /** Follows the way on from each of the first `count` states: does it come to an end? What was not expanded is not judged. */
  #withoutEnd(count: number): Violation<State> | undefined {
    const done = new Uint8Array(this.size);
    for (let start = 0; start < count; start++) {
      const way: number[] = [];
      let at = start;
      while (at !== END && at < count && done[at] === 0) {
        done[at] = 1;
        way.push(at);
        const next = this.#onward[at]!;
        if (next === NONE) return this.#stuck(at);
        at = next;
      }
      // 1: on this way, so it goes in circles. 2: comes to its end.
      if (at !== END && at < count && done[at] === 1) return this.#stuck(at);
      for (const one of way) done[one] = 2;
    }
    return undefined;
  }

  #stuck(at: number): Violation<State> {
    return { invariant: this.#model.goodEnd, trace: this.#trace(at) };
  }

  #trace(at: number): { label: string; state: State }[] {
    const way: number[] = [];
    for (let index = at; index > 0; index = this.#parent[index]!) way.unshift(index);
    let state = this.#model.initial;
    return way.map((index) => {
      const { steps, encode } = this.#model;
      const step = steps(state).find(({ next }) => this.#visited.find(encode(next)) === index)!;
      state = step.next;
      return { label: step.label, state };
    });
  }
}
