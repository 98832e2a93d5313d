import { DEAD, DONE, GONE, PENDING, PROCESSING, type Row, type State, type Verb, WAITING } from "./state.js";
import type { World } from "./world.js";

/** What must hold, whatever goes wrong. */
export const INVARIANTS = {
  "legal-transition": "a row moves only as the table of transitions says",
  "final-is-final": "a done row never changes again; a dead one only by the operator and the purge",
  "owner-only": "what a worker writes comes from the claim that owns the row",
  "done-by-a-run": "an outcome is written for a claim whose handler was called",
  "live-claim-kept":
    "no claim is taken away from a worker that is in time, and none that is in time has to give one up",
  "no-early-start": "a delayed row is not claimed before it is due",
  "exact-effect": "effects of ctx.transaction are committed exactly as often as the row is completed with them",
  "starts-within-maximum":
    "a handler is not started more often than the attempts allow, also where it always kills its worker",
  "attempts-within-maximum": "attempts never exceed their maximum",
  "neighbours-lose-one":
    "a row that never started loses one attempt to the crashes of others, and does not die of them",
  "started-with-mark": "a later attempt starts only with its mark in the row",
  "started-within-lease": "a handler starts only inside its worker's lease",
  "honest-verdict": "a worker that is told lost or written is told the truth",
  "key-retained": "a row keeps its dedupe key until it is done, and frees it then",
  "due-only-waiting": "a due time is there in waiting rows and in no others",
  "kept-its-time": "a final row stays for its retention",
  "one-of-a-group": "one row of a group is worked on at a time",
  "good-end": "from every state on, without further faults, every row comes to its end",
} as const;

export type Invariant = keyof typeof INVARIANTS;

type Moves = readonly (readonly [from: readonly number[], to: readonly number[]])[];
const TRANSITIONS: Readonly<Record<Verb, Moves>> = {
  claim: [[[PENDING], [PROCESSING]]],
  claimDue: [[[WAITING], [PROCESSING]]],
  start: [[[PROCESSING], [PROCESSING]]],
  heartbeat: [[[PROCESSING], [PROCESSING]]],
  complete: [[[PROCESSING], [DONE, GONE]]],
  commit: [[[PROCESSING], [DONE, GONE]]],
  retry: [[[PROCESSING], [WAITING, DEAD]]],
  dead: [[[PROCESSING], [DEAD]]],
  back: [[[PROCESSING], [WAITING]]],
  release: [[[PROCESSING], [PENDING]]],
  reclaim: [[[PROCESSING], [PENDING, DEAD]]],
  reclaimAhead: [[[PROCESSING], [PENDING, DEAD]]],
  releaseHeld: [[[PROCESSING], [PENDING, DEAD]]],
  retryDead: [[[DEAD], [PENDING]]],
  dueNow: [[[WAITING], [WAITING]]],
  cancel: [[[PENDING, WAITING], [DEAD]]],
  purge: [[[DONE, DEAD], [GONE]]],
};

/** A row was written: was that allowed, whatever the guards said? */
export function brokenByWrite(verb: Verb, before: Row, after: Row): Invariant | undefined {
  const legal = TRANSITIONS[verb].some(([from, to]) => from.includes(before.status) && to.includes(after.status));
  if (legal) return undefined;
  return before.status === DONE || before.status === DEAD ? "final-is-final" : "legal-transition";
}

/** What must hold of every row at every moment. */
export function brokenInState({ scope }: World, state: State): Invariant | undefined {
  for (const row of state.rows) {
    const broken = brokenInRow(row, scope.max);
    if (broken) return broken;
  }
  if (scope.does.has("group") && state.rows.filter(({ status }) => status === PROCESSING).length > 1)
    return "one-of-a-group";
  return undefined;
}

function brokenInRow(row: Row, max: number): Invariant | undefined {
  if (row.status === GONE) return row.effects === Number(row.completedWithEffect) ? undefined : "exact-effect";
  if (row.attempts > max) return "attempts-within-maximum";
  if (row.starts > max) return "starts-within-maximum";
  if ((row.status === PENDING || row.status === WAITING) && row.attempts > row.starts + 1) return "neighbours-lose-one";
  if (row.key !== (row.status !== DONE)) return "key-retained";
  if ((row.due !== null) !== (row.status === WAITING)) return "due-only-waiting";
  if (row.effects !== Number(row.completedWithEffect)) return "exact-effect";
  return undefined;
}

/** Every row is at its end. */
export function isGoodEnd(state: State): boolean {
  return state.rows.every(({ status }) => status === DONE || status === DEAD || status === GONE);
}
