import type { Invariant } from "../invariants.js";
import { inLease } from "../lease.js";
import {
  type Call,
  DEAD,
  DONE,
  GONE,
  has,
  type Item,
  type Outcome,
  PROCESSING,
  type Row,
  type State,
  WAITING,
  withItem,
  withWorker,
} from "../state.js";
import { statement } from "../statement.js";
import { type Emit, RANK, type World } from "../world.js";
import { call } from "./call.js";
import type { Told } from "./start.js";

const OUTCOMES: readonly Outcome[] = ["complete", "retry", "dead", "back"];

/** Statuses that the write of an outcome leaves a row in. */
export const PRODUCES: Readonly<Record<Outcome, readonly number[]>> = {
  complete: [DONE],
  retry: [WAITING, DEAD],
  dead: [DEAD],
  back: [WAITING],
};

/** The handler returns, throws, or says dead or not now. */
export function endHandler({ scope }: World, state: State, worker: number, emit: Emit): void {
  state.workers[worker]!.items.forEach((item, row) => {
    if (item?.state !== "running" || item.transaction !== "none") return;
    for (const outcome of OUTCOMES) {
      if (outcome !== "complete" && !scope.does.has(outcome)) continue;
      const ended: Item = { ...item, state: "ended", outcome };
      const rank = outcome === "complete" ? RANK.handler : undefined;
      emit(`ends row ${row + 1}: ${outcome}`, withItem(state, worker, row, ended), rank);
    }
  });
}

/** Outcomes of one kind go in one statement. */
export function writeBack({ scope }: World, state: State, worker: number, emit: Emit): void {
  const { main, items } = state.workers[worker]!;
  if (main !== null) return;
  for (const outcome of OUTCOMES) {
    let rows = 0;
    items.forEach((item, row) => {
      if (item?.state === "ended" && item.outcome === outcome) rows |= 1 << row;
    });
    if (rows === 0) continue;
    const tokens = items.map((item) => item?.token ?? 0);
    for (const delay of outcome === "retry" ? scope.backoffs : [outcome === "back" ? 1 : 0]) {
      const write = statement(outcome, rows, { tokens, delay });
      emit(`sends ${outcome}`, withWorker(state, worker, { main: call(write) }), RANK.send);
    }
  }
}

export function written(world: World, before: State, worker: number, { statement, matched }: Call): Told {
  let state = withWorker(before, worker, { main: null });
  let broken: Invariant | undefined;
  for (const [index, item] of state.workers[worker]!.items.entries()) {
    if (!isOf(item, statement, index)) continue;
    if (has(matched ?? 0, index)) state = withItem(state, worker, index, null);
    else {
      const verdict = judge(world, state.rows[index]!, item);
      broken ??= verdict.broken;
      if (verdict.says !== "again" || !inLease(world, item)) state = withItem(state, worker, index, null);
    }
  }
  return { state, broken };
}

export function isOf(item: Item | null, { rows, tokens, verb }: Call["statement"], index: number): item is Item {
  return item?.state === "ended" && item.outcome === verb && has(rows, index) && item.token === tokens[index];
}

/** After a lost reply: sent again as long as the lease lasts. */
export function dropWritten(world: World, before: State, worker: number, statement: Call["statement"]): State {
  let state = before;
  state.workers[worker]!.items.forEach((item, row) => {
    if (isOf(item, statement, row) && !inLease(world, item)) state = withItem(state, worker, row, null);
  });
  return state;
}

interface Verdict {
  readonly says: "written" | "again" | "lost";
  readonly broken: Invariant | undefined;
}

/** Whose is the row, after a write that did not match it? */
export function judge({ holds }: World, row: Row, { token, outcome }: Item): Verdict {
  const mine = row.token === token;
  const truth = row.by === token;
  const written = (broken: boolean): Verdict => ({ says: "written", broken: broken ? "honest-verdict" : undefined });
  // Finished, by whom is unknown.
  if (row.status === GONE && holds("verdict.gone-is-finished")) return written(false);
  if (mine && (PRODUCES[outcome!].includes(row.status) || !holds("verdict.compares-status"))) return written(!truth);
  if (mine && row.status === PROCESSING) return { says: "again", broken: undefined };
  return { says: "lost", broken: truth ? "honest-verdict" : undefined };
}

/** Gives back what waits; whatever becomes of the statement, it does not start here any more. */
export function release({ scope, holds }: World, state: State, worker: number, emit: Emit): void {
  const { main, items } = state.workers[worker]!;
  if (main !== null || !scope.does.has("release")) return;
  let rows = 0;
  items.forEach((item, row) => {
    const may = item?.state === "waiting" || (item?.state === "running" && !holds("release.waiting-only"));
    if (may && item?.transaction === "none") rows |= 1 << row;
  });
  if (rows === 0) return;
  const tokens = items.map((item) => item?.token ?? 0);
  const left = items.map((item, row) => (has(rows, row) ? null : item));
  const next = withWorker(state, worker, { items: left, main: call(statement("release", rows, { tokens })) });
  emit("gives back what waits", next);
}
