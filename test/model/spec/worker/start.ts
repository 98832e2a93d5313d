import type { Invariant } from "../invariants.js";
import { inLease } from "../lease.js";
import {
  type Call,
  GONE,
  has,
  type Item,
  PROCESSING,
  type Row,
  type State,
  withItem,
  withRow,
  withWorker,
} from "../state.js";
import { statement } from "../statement.js";
import { type Emit, RANK, type World } from "../world.js";
import { call } from "./call.js";

export interface Told {
  readonly state: State;
  readonly broken: Invariant | undefined;
}

/** Gives a free slot to a waiting row; an attempt that needs its mark waits for it. */
export function start(world: World, state: State, worker: number, emit: Emit): void {
  const { items } = state.workers[worker]!;
  const busy = items.filter((item) => item && ["starting", "running", "lost"].includes(item.state)).length;
  if (busy >= world.scope.slots) return;
  items.forEach((item, row) => {
    if (item?.state !== "waiting") return;
    if (world.holds("lease.judged-at-start") && !inLease(world, item)) return;
    if (needsMark(world, item)) {
      emit(`takes a slot for row ${row + 1}`, withItem(state, worker, row, { ...item, state: "starting" }), RANK.start);
    } else {
      const { state: next, broken } = begin(world, state, worker, row, item, false);
      emit(`starts row ${row + 1}`, next, RANK.start, broken);
    }
  });
}

function needsMark({ scope, holds }: World, { attempt }: Item): boolean {
  return (
    (attempt > 1 && holds("start.marks-later-attempts")) || (scope.max === 1 && holds("start.marks-single-attempt"))
  );
}

/** The marks of all that have a slot and none yet go in one statement. */
export function sendMarks(state: State, worker: number, emit: Emit): void {
  const { main, items } = state.workers[worker]!;
  if (main !== null) return;
  let rows = 0;
  items.forEach((item, row) => {
    if (item?.state === "starting") rows |= 1 << row;
  });
  if (rows === 0) return;
  const marks = statement("start", rows, { tokens: items.map((item) => item?.token ?? 0) });
  emit("sends start marks", withWorker(state, worker, { main: call(marks) }), RANK.send);
}

export function marked(world: World, before: State, worker: number, { statement, matched }: Call): Told {
  let state = withWorker(before, worker, { main: null });
  let broken: Invariant | undefined;
  for (const [row, item] of state.workers[worker]!.items.entries()) {
    if (item?.state !== "starting" || !has(statement.rows, row) || item.token !== statement.tokens[row]) continue;
    const confirmed = has(matched ?? 0, row) || mayStart(world, state.rows[row]!, item);
    if (!confirmed) state = withItem(state, worker, row, null);
    else {
      const begun = beginMarked(world, state, worker, row, item, has(matched ?? 0, row));
      state = begun.state;
      broken ??= begun.broken;
    }
  }
  return { state, broken };
}

/** The verdict where the mark matched nothing. */
function mayStart({ holds }: World, row: Row, { token }: Item): boolean {
  if (row.status === GONE) return !holds("start.gone-is-lost");
  return row.token === token && row.status === PROCESSING;
}

export function beginMarked(
  world: World,
  state: State,
  worker: number,
  row: number,
  item: Item,
  confirmed: boolean,
): Told {
  if (world.holds("lease.judged-at-start") && !inLease(world, item))
    return { state: withItem(state, worker, row, null), broken: undefined };
  return begin(world, state, worker, row, item, confirmed);
}

/** Calls the handler. `confirmed`: the mark is known to be in the row. */
function begin(world: World, before: State, worker: number, index: number, item: Item, confirmed: boolean): Told {
  const row = before.rows[index]!;
  const state = withItem(before, worker, index, { ...item, state: "running" });
  const mine = row.token === item.token && row.status === PROCESSING;
  const needed = needsMark(world, item) || (mine && (row.attempts > 1 || world.scope.max === 1));
  if (!inLease(world, item)) return { state, broken: "started-within-lease" };
  if (needed && !confirmed && !(mine && row.started)) return { state, broken: "started-with-mark" };
  // A mark counted when the server wrote it. What starts without one counts now, also where the claim is lost by now.
  if (confirmed && !mine) return { state, broken: undefined };
  if ((mine && row.begun) || row.life !== item.life) return { state, broken: undefined };
  return {
    state: withRow(state, index, { ...row, starts: row.starts + 1, begun: mine || row.begun }),
    broken: undefined,
  };
}
