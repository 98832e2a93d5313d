import { number, span } from "../operate/words.js";
import { averageRate, timeLeft } from "./pace.js";
import type { WalkState } from "./walk-state.js";

const BAR = 24;

/** One line: how far, how fast, how long still. */
export function progressLine(state: WalkState, rate: number | undefined): string {
  const left = timeLeft(state, rate);
  return [
    `${state.queue}  ${bar(state)} ${percent(state)}`,
    rowsText(state),
    ...(state.ranges.dead === 0 ? [] : [`${ranges(state.ranges.dead)} dead`]),
    ...(state.failing === null ? [] : [failingText(state, state.failing)]),
    ...(rate === undefined ? [] : [`${number(Math.round(rate))} rows/s`]),
    ...(left === undefined ? [] : [`${span(left)} left`]),
  ].join("  ");
}

/** A block of lines, for one look. */
export function walkText(state: WalkState): string {
  const { queue, table, begun, over, now, ranges: by } = state;
  const head = `${queue} (walks over ${table})`;
  if (begun === null) return `${head}\n  has not begun: it does with its first worker\n`;
  const rate = averageRate(state);
  const left = over === null ? timeLeft(state, rate) : undefined;
  const time = over === null ? `running for ${span(now - begun)}` : `over after ${span(over - begun)}`;
  const pace = rate === undefined ? [] : [`${number(Math.round(rate))} rows/s on average`];
  const words = [
    ...(by.notCut > 0 ? ["the rest of the table is not cut yet"] : []),
    `${number(by.pending)} pending`,
    `${number(by.inWork)} in work`,
    `${number(by.waiting)} waiting`,
    `${number(by.done)} done`,
    `${number(by.dead)} dead`,
  ];
  return [
    head,
    `  ${bar(state)} ${percent(state)}  ${rowsText(state)}, ${number(state.rows.handled)} handled`,
    `  ${[time, ...pace, ...(left === undefined ? [] : [`about ${span(left)} left`])].join(", ")}`,
    `  ranges: ${words.join(", ")}`,
    ...(state.failing === null ? [] : [`  failing: ${failingText(state, state.failing)}`]),
    ...state.dead.map(({ id, error }) => `  dead: range ${id}: ${error ?? ""}   (\`queuegen retry ${queue} ${id}\`)`),
    ...(over === null || by.dead === 0 ? [] : [deadEnd(state)]),
    "",
  ].join("\n");
}

/** What is behind a dead cursor has not been walked over: that is no end to be content with. */
function deadEnd({ queue, ranges: { dead } }: WalkState): string {
  return `  ${ranges(dead)} dead: what they hold is not done. \`queuegen retry ${queue} --dead\` and a worker go on with it`;
}

function failingText({ now }: WalkState, { ranges: count, error, due }: NonNullable<WalkState["failing"]>): string {
  const next = due > now ? `in ${span(due - now)}` : "now";
  return `${ranges(count)} failed and ${count === 1 ? "waits" : "wait"}, the next attempt is due ${next}: ${error}`;
}

function ranges(count: number): string {
  return `${number(count)} ${count === 1 ? "range" : "ranges"}`;
}

function share({ rows, over, ranges: { dead } }: WalkState): number {
  // Rows may have been deleted since they were counted.
  if (over !== null && dead === 0) return 1;
  if (rows.all === 0) return 0;
  return Math.min(1, rows.passed / rows.all);
}

/** Rounded down: 100 % is the end and nothing before it. */
function percent(state: WalkState): string {
  return `${String(Math.floor(100 * share(state))).padStart(3)} %`;
}

function bar(state: WalkState): string {
  const full = Math.floor(BAR * share(state));
  return `[${"#".repeat(full)}${"-".repeat(BAR - full)}]`;
}

function rowsText({ rows }: WalkState): string {
  return `${number(rows.passed)} of ${rows.estimated ? "about " : ""}${number(rows.all)} rows passed`;
}
