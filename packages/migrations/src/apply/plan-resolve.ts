import type { Direction, LedgerRow } from "./ledger.js";
import type { MigrationState } from "./migration-state.js";
import { type Step, stepsOf } from "./step.js";

/** What somebody says of a migration, or of one statement of it. */
export interface Resolution {
  readonly as: "applied" | "reverted";
  /** From 1: only this statement; of down.sql where a revert broke off, else of up.sql. */
  readonly step?: number;
}

/** What becomes of the ledger. */
export type ResolvePlan =
  | {
      readonly kind: "change";
      /** Rows that go, before others come. */
      readonly forget: readonly Pick<LedgerRow, "direction" | "step">[];
      /** Statements that count as finished. */
      readonly finish: readonly Step[];
    }
  /** It makes no sense; why, as the end of a sentence, and what would. */
  | { readonly kind: "refusal"; readonly why: string; readonly hint: string };

/** What to write so that the ledger says what somebody has seen. `rows`: those of this migration. */
export function planResolve(state: MigrationState, rows: readonly LedgerRow[], resolution: Resolution): ResolvePlan {
  const { as, step } = resolution;
  if (step !== undefined) return planStep(state, rows, as, step);
  return as === "applied" ? planApplied(state, rows) : planReverted(state, rows);
}

function planApplied(state: MigrationState, rows: readonly LedgerRow[]): ResolvePlan {
  if (state.kind === "applied") return refusal("it is applied already", "There is nothing to mark.");
  if (state.kind === "missing") {
    return refusal(
      "its folder is gone, so that nothing says what was applied",
      "Restore the folder from version control, or say `--reverted` where the database has nothing of it any more.",
    );
  }
  return { kind: "change", forget: rows, finish: stepsOf(state.folder, "up") };
}

function planReverted(state: MigrationState, rows: readonly LedgerRow[]): ResolvePlan {
  if (state.kind === "pending") return refusal("it is not applied", "There is nothing to mark.");
  return { kind: "change", forget: rows, finish: [] };
}

function planStep(
  state: MigrationState,
  rows: readonly LedgerRow[],
  as: Resolution["as"],
  number: number,
): ResolvePlan {
  if (state.kind === "changed" || state.kind === "missing") {
    return refusal("the file that was applied is not here", "Restore it from version control, or leave out `--step`.");
  }
  const direction: Direction = state.kind === "half" ? state.direction : "up";
  const steps = stepsOf(state.folder, direction);
  const step = steps.find((one) => one.step === number);
  if (step === undefined || number === 0) {
    const count = steps.filter((one) => one.step > 0).length;
    return refusal(`its ${direction}.sql has ${count} statement${count === 1 ? "" : "s"}`, "Count from 1.");
  }
  const own = rows.filter((row) => row.direction === direction);
  const ran = (as === "applied") === (direction === "up");
  return ran ? planRan(step, own, rows) : planNotRan(step, own);
}

/** Statements run in order: only the first one that is not finished can have run. */
function planRan(step: Step, own: readonly LedgerRow[], rows: readonly LedgerRow[]): ResolvePlan {
  const next = own.filter(({ finishedMs }) => finishedMs !== null).length + 1;
  if (step.step < next) return refusal(`statement ${step.step} counts as run already`, "There is nothing to mark.");
  if (step.step > next) {
    return refusal(`statement ${next} comes first and has not run`, `Mark that with \`--step ${next}\` first.`);
  }
  // The last statement of down.sql: nothing of the migration is left.
  if (step.direction === "down" && step.step === step.steps) return { kind: "change", forget: rows, finish: [] };
  return { kind: "change", forget: own.filter((row) => row.step === step.step), finish: [step] };
}

/** And only the last one that was sent can be undone. */
function planNotRan(step: Step, own: readonly LedgerRow[]): ResolvePlan {
  const last = own.at(-1)?.step ?? 0;
  if (step.step > last) return refusal(`statement ${step.step} was never sent`, "There is nothing to mark.");
  if (step.step < last) {
    return refusal(`statement ${last} was sent after it`, `Mark that with \`--step ${last}\` first.`);
  }
  return { kind: "change", forget: own.filter((row) => row.step === step.step), finish: [] };
}

function refusal(why: string, hint: string): ResolvePlan {
  return { kind: "refusal", why, hint };
}
