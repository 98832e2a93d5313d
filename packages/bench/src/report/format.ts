import type { Spread } from "../harness/stats.js";
import type { Bar, Result } from "../measure.js";

/** Three significant digits, thousands with commas: `25,431`, `4.17`, `0.061`. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
}

/** `0.91 [0.88-0.95]` */
export function formatSpread(spread: Spread): string {
  return `${formatNumber(spread.median)} [${formatNumber(spread.min)}-${formatNumber(spread.max)}]`;
}

/** `>= 0.85` */
export function formatBar(bar: Bar): string {
  return `${bar.side === "at least" ? ">=" : "<="} ${formatNumber(bar.value)}`;
}

/** `undefined` where there is nothing to judge. */
export function meetsBar(result: Result): boolean | undefined {
  if (result.bar === undefined) return undefined;
  const { median } = result.ratio ?? result.ours;
  return result.bar.side === "at least" ? median >= result.bar.value : median <= result.bar.value;
}
