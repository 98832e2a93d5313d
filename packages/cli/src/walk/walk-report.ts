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
    ...(rate === undefined ? [] : [`${number(Math.round(rate))} rows/s`]),
    ...(left === undefined ? [] : [`${span(left)} left`]),
  ].join("  ");
}

/** A block of lines, for one look. */
export function walkText(state: WalkState): string {
  const { queue, table, begun, over, now, ranges } = state;
  const head = `${queue} (walks over ${table})`;
  if (begun === null) return `${head}\n  has not begun: it does with its first worker\n`;
  const rate = averageRate(state);
  const left = over === null ? timeLeft(state, rate) : undefined;
  const time = over === null ? `running for ${span(now - begun)}` : `over after ${span(over - begun)}`;
  const pace = rate === undefined ? [] : [`${number(Math.round(rate))} rows/s on average`];
  const words = [
    ...(ranges.notCut > 0 ? ["the rest of the table is not cut yet"] : []),
    `${number(ranges.pending)} pending`,
    `${number(ranges.inWork)} in work`,
    `${number(ranges.waiting)} waiting`,
    `${number(ranges.done)} done`,
    `${number(ranges.dead)} dead`,
  ];
  return [
    head,
    `  ${bar(state)} ${percent(state)}  ${rowsText(state)}, ${number(state.rows.handled)} handled`,
    `  ${[time, ...pace, ...(left === undefined ? [] : [`about ${span(left)} left`])].join(", ")}`,
    `  ranges: ${words.join(", ")}`,
    ...state.dead.map(({ id, error }) => `  dead: range ${id}: ${error ?? ""}   (\`queuegen retry ${queue} ${id}\`)`),
    "",
  ].join("\n");
}

function share({ rows, over }: WalkState): number {
  // Rows may have been deleted since they were counted.
  if (over !== null) return 1;
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
