import { isAhead, isExpired } from "./guards.js";
import { apply } from "./run.js";
import { DEAD, DONE, PROCESSING, type Rows, replaced, type Seen, type State, spend } from "./state.js";
import { statement } from "./statement.js";
import { type Emit, RANK, type World } from "./world.js";

/** The reclaimer looks, and takes what two looks have seen expired and unchanged. */
export function reclaimerSteps(world: World, state: State, emit: Emit): void {
  if (!world.holds("reclaimer.reclaims")) return;
  const { reclaimer } = state;
  const seen = state.rows.map((row, index) => look(world, row, reclaimer.seen[index]!));
  const ripe = ripeOf(world, seen, false);
  const ripeAhead = ripeOf(world, seen, true);
  const news = ripe !== reclaimer.ripe || ripeAhead !== reclaimer.ripeAhead;
  if (news || seen.some((now, index) => now !== reclaimer.seen[index])) {
    emit("the reclaimer looks", { ...state, reclaimer: { seen, ripe, ripeAhead } }, RANK.look);
  }
  // The statement may come long after the look.
  const none = { ...state, reclaimer: { ...reclaimer, ripe: 0, ripeAhead: 0 } };
  for (const [verb, rows] of [
    ["reclaim", reclaimer.ripe],
    ["reclaimAhead", reclaimer.ripeAhead],
  ] as const) {
    if (rows === 0) continue;
    const applied = apply(world, none, statement(verb, rows));
    if (applied) emit(`the reclaimer takes rows back (${verb})`, applied.state, RANK.reclaim, applied.broken);
  }
}

function look(world: World, row: State["rows"][number], before: Seen | null): Seen | null {
  const ahead = isAhead(world, row);
  if (row.status !== PROCESSING || !(isExpired(world, row) || ahead)) return null;
  return before && !before.changed && before.ahead === ahead ? before : { changed: false, ahead, wait: 0 };
}

function ripeOf({ scope, holds }: World, seen: readonly (Seen | null)[], ahead: boolean): Rows {
  const least = holds("reclaimer.two-looks") ? scope.interval : 0;
  let rows = 0;
  seen.forEach((one, index) => {
    if (one && one.ahead === ahead && one.wait >= least) rows |= 1 << index;
  });
  return rows;
}

/** The purge reads ids of final rows past their retention; its DELETE may come long after. */
export function purgeSteps(world: World, state: State, emit: Emit): void {
  if (!world.scope.does.has("purge")) return;
  for (const [which, status] of [
    [0, DONE],
    [1, DEAD],
  ] as const) {
    const rows = state.purge[which];
    let old = 0;
    state.rows.forEach((row, index) => {
      if (row.status === status && row.finished === world.scope.keep) old |= 1 << index;
    });
    if (old !== rows)
      emit(`the purge looks for status ${status}`, {
        ...state,
        purge: which === 0 ? [old, state.purge[1]] : [state.purge[0], old],
      });
    if (rows === 0) continue;
    const none: State = { ...state, purge: which === 0 ? [0, state.purge[1]] : [state.purge[0], 0] };
    const applied = apply(world, none, statement("purge", rows, { seen: status }));
    if (applied) emit(`the purge deletes status ${status}`, applied.state, undefined, applied.broken);
  }
}

const OPERATOR = ["retryDead", "dueNow", "cancel", "releaseHeld"] as const;

/** The operator acts on a row, whatever has become of it since it was looked at. */
export function operatorSteps(world: World, state: State, emit: Emit): void {
  if (state.chances.operator === 0) return;
  for (let row = 0; row < state.rows.length; row++) {
    for (const verb of OPERATOR) {
      if (!world.scope.does.has(verb)) continue;
      const applied = apply(world, spend(state, "operator"), statement(verb, 1 << row));
      if (applied && applied.matched !== 0)
        emit(`the operator: ${verb} row ${row + 1}`, applied.state, undefined, applied.broken);
    }
    const { token, status } = state.rows[row]!;
    if (!world.scope.does.has("releaseHeld") || status !== PROCESSING || state.operator[row] === token) continue;
    emit(`the operator reads row ${row + 1}`, { ...state, operator: replaced(state.operator, row, token) });
  }
}
