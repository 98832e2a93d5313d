import { clockSteps } from "./clock.js";
import { encode } from "./encode.js";
import type { Model, Step } from "./explorer.js";
import { brokenInState, isGoodEnd } from "./invariants.js";
import { lateSteps } from "./late.js";
import { operatorSteps, purgeSteps, reclaimerSteps } from "./maintenance.js";
import type { Rule } from "./rules.js";
import type { Scope } from "./scope.js";
import { IDLE, PENDING, type Row, type State, WAITING } from "./state.js";
import { workerSteps } from "./worker/worker.js";
import { type Emit, type World, worldOf } from "./world.js";

/** Mode claim in a scope, without some of its rules. */
export function protocol(scope: Scope, without: readonly Rule[] = []): Model<State> {
  const world = worldOf(scope, without);
  return {
    initial: initialState(scope),
    steps: (state) => stepsOf(world, state),
    encode,
    broken: (state) => brokenInState(world, state),
    isEnd: isGoodEnd,
    goodEnd: "good-end",
  };
}

function stepsOf(world: World, state: State): readonly Step<State>[] {
  const steps: Step<State>[] = [];
  const emit: Emit = (label, next, rank, broken) => {
    steps.push({ label, next, rank, broken });
  };
  for (let worker = 0; worker < state.workers.length; worker++) workerSteps(world, state, worker, emit);
  reclaimerSteps(world, state, emit);
  purgeSteps(world, state, emit);
  operatorSteps(world, state, emit);
  lateSteps(world, state, emit);
  clockSteps(world, state, emit);
  return steps;
}

function initialState(scope: Scope): State {
  return {
    rows: scope.rows.map(({ status = PENDING, due }) => newRow(status === WAITING ? (due ?? 0) : null)),
    workers: Array.from({ length: scope.workers }, () => ({ ...IDLE, items: scope.rows.map(() => null) })),
    reclaimer: { seen: scope.rows.map(() => null), ripe: 0, ripeAhead: 0 },
    late: [],
    operator: scope.rows.map(() => null),
    purge: [0, 0],
    half: false,
    chances: scope.chances,
  };
}

export function newRow(due: number | null): Row {
  return {
    ...{
      status: due === null ? PENDING : WAITING,
      token: 0,
      age: null,
      attempts: 0,
      started: false,
      due,
      finished: null,
    },
    ...{ key: true, locked: false, begun: false, starts: 0, by: 0, effects: 0, completedWithEffect: false, life: 0 },
  };
}
