import { run } from "./run.js";
import type { State } from "./state.js";
import { committed, unlocked } from "./worker/transaction.js";
import { type Emit, RANK, type World } from "./world.js";

/** The server gets to a statement whose client is gone. */
export function lateSteps(world: World, state: State, emit: Emit): void {
  state.late.forEach((statement, index) => {
    const rest = { ...state, late: state.late.filter((_, other) => other !== index) };
    if (statement.verb === "commit") {
      const row = statement.tokens.findIndex((token) => token !== 0);
      const { next, broken } = committed(world, rest, row, statement.tokens[row]!);
      emit(`a late COMMIT of row ${row + 1} is carried out`, next, RANK.late, broken);
      emit(`the open transaction on row ${row + 1} is rolled back`, unlocked(rest, row));
      return;
    }
    const applied = run(world, rest, statement);
    if (applied) emit(`a late ${statement.verb} is carried out`, applied.state, RANK.late, applied.broken);
  });
}
