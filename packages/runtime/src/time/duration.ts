/** ms as a number, or a number with a unit: "250ms", "15m", "1.5h". */
export type Duration = number | `${number}${"ms" | "s" | "m" | "h" | "d"}`;

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** In whole ms. Throws a RangeError for what is not a duration or is negative. */
export function durationMs(duration: Duration): number {
  const [, amount, unit] =
    /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(`${duration}${typeof duration === "number" ? "ms" : ""}`) ?? [];
  if (amount === undefined)
    throw new RangeError(`not a duration: ${String(duration)} (a number of ms, or "250ms", "30s", "15m", "2h", "7d")`);
  return Math.round(Number(amount) * UNITS[unit!]!);
}
