import type { Invariant } from "../invariants.js";
import { isLocked, isRenewed } from "../lease.js";
import { type Call, has, type Item, PROCESSING, type State, withItem, withWorker } from "../state.js";
import { statement } from "../statement.js";
import { type Emit, RANK, type World } from "../world.js";
import { call } from "./call.js";
import type { Told } from "./start.js";

/** Renews all that waits or runs, on a connection of its own. */
export function beat(world: World, state: State, worker: number, emit: Emit): void {
  const { beat, items } = state.workers[worker]!;
  if (beat !== null) return;
  let rows = 0;
  let running = 0;
  let due = false;
  items.forEach((item, row) => {
    if (!item || !renews(world, item)) return;
    rows |= 1 << row;
    if (item.state === "running") running |= 1 << row;
    due ||= item.spent > 0;
  });
  if (!due) return;
  const heartbeat = statement("heartbeat", rows, { tokens: items.map((item) => item?.token ?? 0), running });
  const rank = world.scope.punctual === null ? undefined : RANK.beat;
  emit("sends a heartbeat", withWorker(state, worker, { beat: call(heartbeat) }), rank);
}

function renews({ holds }: World, item: Item): boolean {
  return isRenewed(item) || (!holds("heartbeat.leaves-out-locked") && item.state === "running" && isLocked(item));
}

/** Fewer rows than sent: read before anything is declared lost. */
export function beaten(
  world: World,
  before: State,
  worker: number,
  { statement, spent, matched, skipped }: Call,
): Told {
  let state = withWorker(before, worker, { beat: null });
  let broken: Invariant | undefined;
  const renewed = world.holds("lease.from-sending") ? spent : 0;
  for (const [index, item] of state.workers[worker]!.items.entries()) {
    if (!item || !has(statement.rows, index) || item.token !== statement.tokens[index] || has(skipped, index)) continue;
    const row = state.rows[index]!;
    if (has(matched ?? 0, index) || (row.status === PROCESSING && row.token === item.token)) {
      state = withItem(state, worker, index, { ...item, spent: renewed });
    } else if (["waiting", "starting", "running"].includes(item.state) && !isLocked(item)) {
      if (row.by === item.token) broken ??= "honest-verdict";
      const left: Item | null = item.transaction === "open" ? { ...item, state: "lost" } : null;
      state = withItem(state, worker, index, left);
    }
  }
  return { state, broken };
}
