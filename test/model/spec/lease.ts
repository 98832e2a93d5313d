import type { Item, Worker } from "./state.js";
import type { World } from "./world.js";

/** A worker's lease in ticks of its own clock. */
export function leaseTicks({ scope }: World): number {
  return scope.lease * scope.ticksPerSecond;
}

export function inLease(world: World, { spent }: { readonly spent: number }): boolean {
  return spent < leaseTicks(world);
}

/** From the completion on, the job's transaction holds its row. */
export function isLocked({ transaction }: Item): boolean {
  return transaction === "written" || transaction === "committed" || transaction === "doubt";
}

/** What a heartbeat renews. */
export function isRenewed(item: Item): boolean {
  return (item.state === "waiting" || item.state === "running") && !isLocked(item);
}

/**
 * The worker holds this claim and is in time: its lease, as it counts it, is not over. Where the database's clock may jump,
 * two looks protect only what is renewed in time: not a worker that was frozen meanwhile.
 */
export function believes(world: World, worker: Worker, row: number, token: number): boolean {
  const item = worker.items[row];
  if (!item || item.token !== token || item.state === "lost") return false;
  const { punctual, chances } = world.scope;
  if (punctual === null) return inLease(world, item);
  if (chances.jumps > 0) return !worker.frozen && item.spent <= punctual;
  return inLease(world, item) || (!worker.frozen && isRenewed(item));
}
