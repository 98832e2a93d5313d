import type { State } from "../state.js";
import type { Emit, World } from "../world.js";
import { giveUp, lookAndClaim } from "./claim.js";
import { faults } from "./faults.js";
import { sendFused } from "./fused.js";
import { beat } from "./heartbeat.js";
import { line } from "./line.js";
import { endHandler, release, writeBack } from "./outcome.js";
import { sendMarks, start } from "./start.js";
import { transaction } from "./transaction.js";

/** Everything that one worker, and the server on its behalf, may do next. */
export function workerSteps(world: World, state: State, worker: number, emit: Emit): void {
  const { frozen, cut } = state.workers[worker]!;
  const mine: Emit = (label, ...rest) => emit(`worker ${worker + 1} ${label}`, ...rest);
  faults(world, state, worker, mine);
  if (frozen) return;
  line(world, state, worker, "main", mine);
  line(world, state, worker, "beat", mine);
  giveUp(world, state, worker, mine);
  start(world, state, worker, mine);
  endHandler(world, state, worker, mine);
  transaction(world, state, worker, mine);
  if (cut) return;
  if (world.scope.does.has("heartbeat")) beat(world, state, worker, mine);
  lookAndClaim(world, state, worker, mine);
  sendMarks(state, worker, mine);
  writeBack(world, state, worker, mine);
  sendFused(world, state, worker, mine);
  release(world, state, worker, mine);
}
