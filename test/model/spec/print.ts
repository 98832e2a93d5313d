import type { Report, Violation } from "./explorer.js";
import { DEAD, DONE, GONE, PENDING, PROCESSING, type Row, type State, WAITING } from "./state.js";

const NAMES = {
  [PENDING]: "pending",
  [PROCESSING]: "processing",
  [DONE]: "done",
  [DEAD]: "dead",
  [WAITING]: "waiting",
  [GONE]: "gone",
};

/** A counterexample, one step a line, with what the rows look like after it. */
export function printViolation({ invariant, trace }: Violation<State>): string {
  const lines = trace.map(
    ({ label, state }, index) =>
      `${String(index + 1).padStart(3)}. ${label}\n       ${state.rows.map(printRow).join(" | ")}`,
  );
  return [`${invariant} does not hold after ${trace.length} steps:`, ...lines].join("\n");
}

function printRow(row: Row): string {
  return [
    NAMES[row.status],
    row.token !== 0 && `token ${row.token}`,
    row.age !== null && `${row.age} s old`,
    `attempts ${row.attempts}`,
    row.started && "started",
    row.due !== null && `due in ${row.due}`,
    row.locked && "locked",
  ]
    .filter(Boolean)
    .join(", ");
}

export function printReport(name: string, report: Report<State>): string {
  const { states, steps, depth, complete, ms } = report;
  const size = `${states.toLocaleString("en")} states, ${steps.toLocaleString("en")} steps, depth ${depth}`;
  return `${name}: ${size}, ${complete ? "complete" : "cut off"}, ${(ms / 1000).toFixed(1)} s`;
}
