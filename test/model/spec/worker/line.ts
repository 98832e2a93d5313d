import type { Invariant } from "../invariants.js";
import { inLease } from "../lease.js";
import { run } from "../run.js";
import { type Call, has, type Row, type State, type Statement, spend, withItem, withWorker } from "../state.js";
import { type Emit, RANK, type World } from "../world.js";
import { call } from "./call.js";
import { takeWon } from "./claim.js";
import { bothDone, bothLost, claimRefused } from "./fused.js";
import { beaten } from "./heartbeat.js";
import { dropWritten, isOf, judge, written } from "./outcome.js";
import { beginMarked, marked, type Told } from "./start.js";

/** The server runs what a worker has sent, or the connection breaks before or after that, or the reply arrives. */
export function line(world: World, state: State, worker: number, which: "main" | "beat", emit: Emit): void {
  const on = state.workers[worker]![which];
  if (on === null) return;
  const { verb } = on.statement;
  if (on.matched === null) {
    const applied = run(world, state, on.statement);
    if (applied) {
      const { matched, skipped, won } = applied;
      const next = withWorker(applied.state, worker, { [which]: { ...on, matched, skipped, won } });
      emit(`the server runs its ${verb}, rows matched: ${names(matched)}`, next, RANK.execute, applied.broken);
    }
  } else if (!state.workers[worker]!.cut) {
    const { state: next, broken } = replied(world, state, worker, which, on);
    emit(`hears of its ${verb}`, next, RANK.reply, broken);
  }
  claimRefused(world, state, worker, on, emit);
  if (state.chances.losses > 0) breaks(world, spend(state, "losses"), worker, which, on, emit);
}

function replied(world: World, state: State, worker: number, which: "main" | "beat", on: Call): Told {
  if (which === "beat") return beaten(world, state, worker, on);
  switch (on.statement.verb) {
    case "claim":
    case "claimDue":
      return { state: takeWon(world, state, worker, on), broken: undefined };
    case "start":
      return marked(world, state, worker, on);
    case "release":
      return { state: withWorker(state, worker, { main: null }), broken: undefined };
    default:
      return on.statement.claim === null ? written(world, state, worker, on) : bothDone(world, state, worker, on);
  }
}

function breaks(world: World, state: State, worker: number, which: "main" | "beat", on: Call, emit: Emit): void {
  const { verb } = on.statement;
  const told = (label: string, from: State) => {
    const { state: next, broken } = which === "beat" ? beatLost(from, worker) : mainLost(world, from, worker, on);
    emit(`loses the connection of its ${verb}${label}`, next, undefined, broken);
  };
  if (on.matched !== null) {
    told(" after the server ran it", state);
    return;
  }
  told(", which never ran", state);
  const { late } = state;
  if (late.length === 0 && world.scope.does.has("late")) told(", which the server may still run", later(state, on));
}

export function later(state: State, { statement }: { readonly statement: Statement }): State {
  return { ...state, late: [...state.late, statement] };
}

function beatLost(state: State, worker: number): Told {
  return { state: withWorker(state, worker, { beat: null }), broken: undefined };
}

function mainLost(world: World, state: State, worker: number, on: Call): Told {
  const { statement } = on;
  const { verb } = statement;
  // Looked for on a new connection: what is not there may still be claimed later, and nobody will know.
  if (verb === "claim" || verb === "claimDue")
    return { state: takeWon(world, state, worker, { ...on, matched: -1 }), broken: undefined };
  if (verb === "release")
    return {
      state: withWorker(state, worker, { main: inLease(world, on) ? { ...call(statement), spent: on.spent } : null }),
      broken: undefined,
    };
  if (statement.claim !== null) return { state: bothLost(world, state, worker, on), broken: undefined };
  const next = withWorker(state, worker, { main: null });
  if (!world.holds("verdict.resends")) return judgedAtOnce(world, next, worker, on);
  if (verb === "start") return marksInDoubt(world, next, worker, on);
  return { state: dropWritten(world, next, worker, statement), broken: undefined };
}

function marksInDoubt(world: World, before: State, worker: number, { statement }: Call): Told {
  let state = before;
  let broken: Invariant | undefined;
  for (const [row, item] of state.workers[worker]!.items.entries()) {
    if (item?.state !== "starting" || !has(statement.rows, row) || item.token !== statement.tokens[row]) continue;
    if (!world.holds("start.confirmed")) {
      const begun = beginMarked(world, state, worker, row, item, false);
      state = begun.state;
      broken ??= begun.broken;
    } else if (!inLease(world, item)) state = withItem(state, worker, row, null);
  }
  return { state, broken };
}

/** What the rule "verdict.resends" forbids: read, saw it in work, gave up. */
function judgedAtOnce(world: World, before: State, worker: number, { statement }: Call): Told {
  let state = before;
  let broken: Invariant | undefined;
  for (const [index, item] of state.workers[worker]!.items.entries()) {
    if (!isOf(item, statement, index)) continue;
    const row: Row = state.rows[index]!;
    const verdict = judge(world, row, item);
    const pending = state.late.some(({ rows, tokens }) => has(rows, index) && tokens[index] === item.token);
    broken ??= verdict.broken ?? (verdict.says === "again" && pending ? "honest-verdict" : undefined);
    state = withItem(state, worker, index, null);
  }
  return { state, broken };
}

function names(rows: number): string {
  const list = [0, 1, 2].filter((row) => has(rows, row)).map((row) => row + 1);
  return list.length === 0 ? "none" : list.join(", ");
}
