import type { Change, DiffStep } from "../diff/index.js";

/** Text of up.sql: each statement below what somebody must know who approves it. */
export function upText(steps: readonly DiffStep[]): string {
  return steps
    .map(({ up, changes }) => comments(changes.flatMap((change) => [...losses(change), ...notes(change)])) + up)
    .join("\n");
}

/** Text of down.sql, the last step first: each statement below what it cannot bring back and what it loses itself. */
export function downText(steps: readonly DiffStep[]): string {
  return [...steps]
    .reverse()
    .map(({ down, changes, reverse }) => comments([...changes.flatMap(gone), ...reverse.flatMap(losses)]) + down)
    .join("\n");
}

function losses({ destructive, copies, blocks }: Change): readonly string[] {
  return [
    ...(destructive === undefined ? [] : [`Loses ${destructive}.`]),
    ...(copies === undefined ? [] : [`${upperFirst(copies)}; ${blocks}.`]),
  ];
}

/** Who goes back knows the version before. */
function notes({ note }: Change): readonly string[] {
  return note === undefined ? [] : [note];
}

function gone({ destructive }: Change): readonly string[] {
  return destructive === undefined
    ? []
    : [`Does not bring back ${destructive.replace(/: the statement fails.*$/, "")}.`];
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Each once, on a line of its own. */
function comments(lines: readonly string[]): string {
  return [...new Set(lines)].map((line) => `-- ${line.replace(/\s+/g, " ")}\n`).join("");
}
