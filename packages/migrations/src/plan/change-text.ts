import type { Change, DiffStep } from "../diff/index.js";

/** Text of up.sql: each statement below what somebody must know who approves it. */
export function upText(steps: readonly DiffStep[]): string {
  return steps.map(({ up, changes }) => comments(changes.flatMap(warnings)) + up).join("\n");
}

/** Text of down.sql, the last step first: each statement below what it cannot bring back and what it loses itself. */
export function downText(steps: readonly DiffStep[]): string {
  return [...steps]
    .reverse()
    .map(({ down, changes, reverse }) => comments([...changes.flatMap(gone), ...reverse.flatMap(warnings)]) + down)
    .join("\n");
}

function warnings({ destructive, copies, blocks, note }: Change): readonly string[] {
  return [
    ...(destructive === undefined ? [] : [`Loses ${destructive}.`]),
    ...(copies === undefined ? [] : [`Copies: ${copies}; ${blocks}.`]),
    ...(note === undefined ? [] : [note]),
  ];
}

function gone({ destructive }: Change): readonly string[] {
  return destructive === undefined
    ? []
    : [`Does not bring back ${destructive.replace(/: the statement fails.*$/, "")}.`];
}

/** Each once, on a line of its own. */
function comments(lines: readonly string[]): string {
  return [...new Set(lines)].map((line) => `-- ${line.replace(/\s+/g, " ")}\n`).join("");
}
