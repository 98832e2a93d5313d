import { inLease, isLocked, isRenewed, leaseTicks } from "./lease.js";
import { waits } from "./run.js";
import type { Call, Item, Row, State, Worker } from "./state.js";
import { type Emit, RANK, type World } from "./world.js";

/** Leases; so far that a claim stays ahead of the clock for two looks. */
const FAR_BACK = 3;

/** Time goes on, or the database's clock jumps. */
export function clockSteps(world: World, state: State, emit: Emit): void {
  const urgent = state.workers.some((worker) => isUrgent(world, state, worker));
  if (!urgent) emit("time goes on", ticked(world, state), RANK.tick);
  // Left out: a jump between the reclaimer's look and its statement.
  if (state.chances.jumps === 0 || state.reclaimer.ripe !== 0) return;
  const chances = { ...state.chances, jumps: state.chances.jumps - 1 };
  const { lease } = world.scope;
  for (const [label, by] of [
    ["forward", lease + 1],
    ["back", -FAR_BACK * lease],
  ] as const) {
    emit(`the database's clock jumps ${label}`, { ...state, rows: shifted(world, state, by), chances });
  }
}

/** A punctual worker does in time what is due; a frozen one does nothing, one that is cut off gives up in time. */
function isUrgent(world: World, state: State, { items, main, beat, frozen, cut }: Worker): boolean {
  const { punctual } = world.scope;
  if (punctual === null || frozen) return false;
  const open = [main, beat].filter((call) => call && !(call.matched === null && waits(world, state, call.statement)));
  if (!cut && open.some((call) => call!.spent >= punctual)) return true;
  // A heartbeat that waits for a lock is late by no fault of the worker's.
  const held = beat?.matched === null && waits(world, state, beat.statement);
  return items.some((item) => {
    // A transaction takes its time.
    if (!item || isLocked(item)) return false;
    if (isRenewed(item) && !inLease(world, item)) return world.holds("lease.gives-up");
    return !cut && !(held && isRenewed(item)) && item.spent >= punctual;
  });
}

function ticked(world: World, state: State): State {
  const { scope } = world;
  const second = scope.ticksPerSecond === 1 || state.half;
  return {
    ...state,
    half: scope.ticksPerSecond === 2 && !state.half,
    rows: state.rows.map((row) => tickedRow(world, row, second)),
    workers: state.workers.map((worker) => tickedWorker(world, worker)),
    reclaimer: {
      ...state.reclaimer,
      seen: state.reclaimer.seen.map((seen) => seen && { ...seen, wait: Math.min(scope.interval, seen.wait + 1) }),
    },
  };
}

function tickedRow({ scope }: World, row: Row, second: boolean): Row {
  return {
    ...row,
    age: row.age === null ? null : Math.min(scope.lease + 1, row.age + (second ? 1 : 0)),
    due: row.due === null ? null : Math.max(0, row.due - 1),
    finished: row.finished === null ? null : Math.min(scope.keep, row.finished + 1),
  };
}

function tickedWorker(world: World, worker: Worker): Worker {
  const most = leaseTicks(world);
  const older = <T extends Item | Call>(one: T | null): T | null =>
    one && { ...one, spent: Math.min(most, one.spent + 1) };
  return { ...worker, items: worker.items.map(older), main: older(worker.main), beat: older(worker.beat) };
}

function shifted({ scope }: World, { rows }: State, seconds: number): Row[] {
  const ticks = seconds * scope.ticksPerSecond;
  return rows.map((row) => ({
    ...row,
    age: row.age === null ? null : Math.max(-FAR_BACK * scope.lease, Math.min(scope.lease + 1, row.age + seconds)),
    due: row.due === null ? null : Math.max(0, row.due - ticks),
    finished: row.finished === null ? null : Math.max(0, Math.min(scope.keep, row.finished + ticks)),
  }));
}
