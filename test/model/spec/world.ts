import type { Invariant } from "./invariants.js";
import type { Rule } from "./rules.js";
import type { Scope } from "./scope.js";
import type { State } from "./state.js";

/** A scope, and the rules that hold in it: all, or all but those that a mutation takes away. */
export interface World {
  readonly scope: Scope;
  holds(rule: Rule): boolean;
}

export function worldOf(scope: Scope, without: readonly Rule[] = []): World {
  const off: ReadonlySet<Rule> = new Set(without);
  return { scope, holds: off.size === 0 ? () => true : (rule) => !off.has(rule) };
}

/**
 * Adds a step. `rank` orders the steps that lead on without further faults, the lowest first; without one the step is a
 * fault, or nothing that must happen.
 */
export type Emit = (label: string, next: State, rank?: number, broken?: Invariant) => void;

/** In this order things get done when nothing goes wrong any more. */
export const RANK = {
  wake: 0,
  late: 1,
  reply: 2,
  execute: 3,
  giveUp: 4,
  send: 5,
  handler: 6,
  start: 7,
  reclaim: 8,
  look: 9,
  claim: 10,
  beat: 11,
  tick: 12,
} as const;
