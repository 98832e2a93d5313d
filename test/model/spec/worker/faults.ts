import { IDLE, type State, spend, withWorker } from "../state.js";
import { type Emit, RANK, type World } from "../world.js";
import { later } from "./line.js";
import { lateCommit, unlocked } from "./transaction.js";

/** The worker dies at any line, freezes, loses the network; a new one takes the place of a dead one. */
export function faults(world: World, state: State, worker: number, emit: Emit): void {
  const { frozen, cut } = state.workers[worker]!;
  if (state.chances.crashes > 0) crash(world, spend(state, "crashes"), worker, emit);
  if (state.chances.freezes > 0) emit("freezes", withWorker(spend(state, "freezes"), worker, { frozen: true }));
  if (state.chances.cuts > 0 && !cut)
    emit("is cut off from the database", withWorker(spend(state, "cuts"), worker, { cut: true }));
  if (frozen) emit("wakes", withWorker(state, worker, { frozen: false }), RANK.wake);
  if (cut) emit("reaches the database again", withWorker(state, worker, { cut: false }), RANK.wake);
}

function crash(world: World, state: State, worker: number, emit: Emit): void {
  const { look, main, beat, items } = state.workers[worker]!;
  if (look === null && main === null && beat === null && items.every((item) => item === null)) return;
  const empty = withWorker(state, worker, { ...IDLE, items: items.map(() => null) });
  const open = items.findIndex((item) => item?.transaction === "written");
  // The server undoes the open transaction, at once or when it notices.
  const gone = open < 0 ? empty : unlocked(empty, open);
  emit("dies", gone);
  if (state.late.length > 0 || !world.scope.does.has("late")) return;
  for (const call of [main, beat]) {
    if (call && call.matched === null)
      emit(`dies; the server may still run its ${call.statement.verb}`, later(gone, call));
  }
  if (open >= 0) emit("dies; its COMMIT comes late", { ...empty, late: [lateCommit(state, open, items[open]!.token)] });
}
