import { type About, matches } from "./guards.js";
import { brokenByWrite, type Invariant } from "./invariants.js";
import { believes } from "./lease.js";
import { SETS } from "./sets.js";
import { DEAD, has, type Row, type Rows, replaced, type Seen, type State, type Statement, type Verb } from "./state.js";
import type { World } from "./world.js";

export interface Applied {
  readonly state: State;
  readonly matched: Rows;
  /** Rows that it went on without, because a transaction holds them. */
  readonly skipped: Rows;
  readonly broken: Invariant | undefined;
}

const WORKERS: ReadonlySet<Verb> = new Set([
  ...(["start", "heartbeat", "complete", "commit", "retry", "dead", "back", "release"] as const),
]);
const FINISHES: ReadonlySet<Verb> = new Set(["complete", "commit", "retry", "dead", "back"] as const);
const RENEWS: ReadonlySet<Verb> = new Set([
  ...(["claim", "claimDue", "heartbeat", "release", "reclaim", "reclaimAhead", "releaseHeld", "retryDead"] as const),
]);

/**
 * The server runs a statement. Undefined: it waits for a row that a transaction holds. Heartbeats and reclaims go on
 * without such a row when their wait is over.
 */
export function apply(world: World, before: State, statement: Statement): Applied | undefined {
  let state = before;
  let matched = 0;
  let skipped = 0;
  let broken: Invariant | undefined;
  for (let index = 0; index < before.rows.length; index++) {
    if (!has(statement.rows, index)) continue;
    const row = state.rows[index]!;
    if (row.locked && statement.verb !== "commit") {
      if (!splits(world, statement.verb)) return undefined;
      skipped |= 1 << index;
      continue;
    }
    const about = { world, state, statement, index };
    if (!matches(about, row)) continue;
    matched |= 1 << index;
    const after = SETS[statement.verb](row, about);
    broken ??= brokenByWrite(statement.verb, row, after) ?? brokenByStatement(about, row, after);
    state = { ...state, rows: replaced(state.rows, index, after) };
    if (RENEWS.has(statement.verb)) state = changed(state, index);
  }
  return { state, matched, skipped, broken };
}

export interface Ran extends Applied {
  readonly won: Rows;
}

/** A statement, and what follows it in the same transaction: both or neither. Undefined: it waits for a row. */
export function run(world: World, before: State, statement: Statement): Ran | undefined {
  const first = apply(world, before, statement);
  if (!first || statement.claim === null) return first && { ...first, won: 0 };
  const second = apply(world, first.state, statement.claim);
  return second && { ...first, state: second.state, won: second.matched, broken: first.broken ?? second.broken };
}

/** Whether this statement waits for a row that a transaction holds. */
export function waits(world: World, state: State, { verb, rows }: Statement): boolean {
  return !splits(world, verb) && state.rows.some(({ locked }, index) => locked && has(rows, index));
}

function splits({ holds }: World, verb: Verb): boolean {
  if (verb === "heartbeat") return holds("heartbeat.splits");
  return (verb === "reclaim" || verb === "reclaimAhead") && holds("reclaim.splits");
}

function brokenByStatement({ world, state, statement, index }: About, before: Row, after: Row): Invariant | undefined {
  const { verb } = statement;
  if (WORKERS.has(verb) && before.token !== statement.tokens[index]) return "owner-only";
  if (verb === "claimDue" && before.due !== null && before.due > 0) return "no-early-start";
  if (verb === "reclaim" || verb === "reclaimAhead") {
    if (state.workers.some((worker) => believes(world, worker, index, before.token))) return "live-claim-kept";
  }
  if (FINISHES.has(verb) && !before.begun) return "done-by-a-run";
  if (verb === "releaseHeld" && state.operator[index] !== before.token) {
    if (state.workers.some((worker) => believes(world, worker, index, before.token))) return "live-claim-kept";
  }
  if (after.status === DEAD && (verb === "reclaim" || verb === "reclaimAhead" || verb === "releaseHeld")) {
    if (!before.begun || before.starts < world.scope.max - 1) return "neighbours-lose-one";
  }
  if (verb === "purge" && (before.finished === null || before.finished < world.scope.keep)) return "kept-its-time";
  return undefined;
}

/** Whoever has seen this claim expired has seen another one. */
function changed(state: State, index: number): State {
  const old: Seen | null = state.reclaimer.seen[index]!;
  if (old === null || old.changed) return state;
  return {
    ...state,
    reclaimer: { ...state.reclaimer, seen: replaced(state.reclaimer.seen, index, { ...old, changed: true }) },
  };
}
