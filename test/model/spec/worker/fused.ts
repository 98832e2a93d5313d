import { type Call, type State, spend, withWorker } from "../state.js";
import { statement } from "../statement.js";
import { type Emit, RANK, type World } from "../world.js";
import { call } from "./call.js";
import { claimOf, looks, takeWon } from "./claim.js";
import { dropWritten, written } from "./outcome.js";
import type { Told } from "./start.js";

/** Completions and the next claim in one transaction. Not in the code so far: what it would have to keep to. */
export function sendFused(world: World, state: State, worker: number, emit: Emit): void {
  const { main, items } = state.workers[worker]!;
  if (main !== null || !world.scope.does.has("fused")) return;
  let rows = 0;
  items.forEach((item, row) => {
    if (item?.state === "ended" && item.outcome === "complete") rows |= 1 << row;
  });
  if (rows === 0) return;
  const tokens = items.map((item) => item?.token ?? 0);
  for (const look of looks(world, state, worker)) {
    const both = statement("complete", rows, { tokens, claim: claimOf(world, state, worker, look) });
    emit("sends completion and claim", withWorker(state, worker, { main: call(both) }), RANK.send);
  }
}

/** The reply of both, or the commit of both is known. */
export function bothDone(world: World, before: State, worker: number, on: Call): Told {
  const { state, broken } = written(world, before, worker, on);
  return { state: takeWon(world, state, worker, { ...on, statement: on.statement.claim!, matched: on.won }), broken };
}

/** Nothing is known of either: the claim is looked for, the completion is sent again. */
export function bothLost(world: World, before: State, worker: number, on: Call): State {
  const claim = takeWon(world, before, worker, { ...on, statement: on.statement.claim!, matched: -1 });
  return dropWritten(world, claim, worker, on.statement);
}

/** Somebody holds a row that it claims, for too long: the server undoes this statement, and keeps what went before it open. */
export function claimRefused(world: World, state: State, worker: number, on: Call, emit: Emit): void {
  if (state.chances.losses === 0 || on.statement.claim === null || on.matched !== null) return;
  const none = withWorker(spend(state, "losses"), worker, { main: null });
  if (world.holds("fused.rolls-back")) {
    emit("cannot claim beside its completion, and rolls both back", none);
    return;
  }
  // Taken for written, and undone when the connection is used for something else.
  const done = written(world, none, worker, { ...on, matched: on.statement.rows });
  emit("cannot claim beside its completion, and takes that for written", done.state, undefined, "honest-verdict");
}
