const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
  ["ms", 1],
] as const;

const pattern = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;

/** `"15m"`, `"1.5h"` or a number of ms, as whole ms; `undefined` for anything else. */
export function parseDuration(value: string | number): number | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  const match = pattern.exec(value);
  if (!match) return undefined;
  const unit = units.find(([name]) => name === match[2]);
  const ms = Number(match[1]) * (unit?.[1] ?? Number.NaN);
  return Number.isSafeInteger(Math.round(ms)) ? Math.round(ms) : undefined;
}

/** Ms in the largest unit that keeps it whole: `90000` is `90s`, `0` is `0s`. */
export function formatDuration(ms: number): string {
  if (ms === 0) return "0s";
  const [name, size] = units.find(([, size]) => ms % size === 0) ?? ["ms", 1];
  return `${ms / size}${name}`;
}
