import type { MigrationFolder } from "./migration-folder.js";

const SECOND_MS = 1_000;

/** `now`, or the second after the migration that is followed where that was written by a clock ahead of ours. */
export function timeAfter(last: Pick<MigrationFolder, "name"> | undefined, now: Date): Date {
  if (last === undefined) return now;
  return new Date(Math.max(now.getTime(), timeOf(last.name) + SECOND_MS));
}

/** In ms, from the 14 digits that a name starts with. */
function timeOf(name: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(name)?.map(Number) ?? [];
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
}
