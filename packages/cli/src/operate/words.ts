const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
] as const;

/** A time span as people say it, in its two largest units: `2 min 14 s`, `4 d 3 h`, `350 ms`. */
export function span(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  if (whole < 1_000) return `${whole} ms`;
  const first = UNITS.findIndex(([, size]) => whole >= size);
  const [unit, size] = UNITS[first]!;
  const [nextUnit, nextSize] = UNITS[first + 1] ?? ["", 0];
  const rest = nextSize === 0 ? 0 : Math.floor((whole % size) / nextSize);
  return `${Math.floor(whole / size)} ${unit}${rest > 0 ? ` ${rest} ${nextUnit}` : ""}`;
}

/** A time of the day in the terminal's zone; with its date where it is not the day of `now`. */
export function clock(ms: number, now: number): string {
  const [date, time] = local(ms);
  return date === local(now)[0] ? time : `${date} ${time}`;
}

function local(ms: number): readonly [date: string, time: string] {
  const at = new Date(ms);
  const two = (n: number): string => String(n).padStart(2, "0");
  return [
    `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`,
  ];
}

/** `1,234`, whatever the locale of the machine. */
export function number(n: number): string {
  return n.toLocaleString("en-US");
}

/** `1 job`, `1,234 jobs`. */
export function jobs(n: number): string {
  return `${number(n)} ${n === 1 ? "job" : "jobs"}`;
}

/** The first few ids, and how many more there are. */
export function someIds(ids: readonly string[]): string {
  const shown = ids.slice(0, 10).join(" ");
  return ids.length > 10 ? `${shown} and ${number(ids.length - 10)} more` : shown;
}
