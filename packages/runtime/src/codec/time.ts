import type { ColumnSpec } from "../column.js";
import type { Fail } from "./json.js";
import { show } from "./show.js";

const FORMS = {
  date: { form: /^(\d{4})-(\d\d)-(\d\d)$/, example: "2026-11-30" },
  datetime: { form: /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?$/, example: "2026-11-30 12:00:00" },
  time: { form: /^-?(\d{1,3}):(\d\d):(\d\d)(?:\.(\d{1,6}))?$/, example: "12:00:00" },
} as const;

/** The hours of a `time`. */
const MOST_HOURS = 838;

/** The text of a date, datetime, timestamp or time, if it is one and the column keeps all of it. */
export function encodeTime(value: unknown, column: ColumnSpec, path: string, fail: Fail): string {
  const kind = column.type === "date" || column.type === "time" ? column.type : "datetime";
  const { form, example } = FORMS[kind];
  const parts = typeof value === "string" ? form.exec(value) : null;
  if (parts === null) {
    const hint = value instanceof Date ? "; which zone its text is in is for you to say" : "";
    return fail(path, `is ${show(value)}, not a text like "${example}"${hint}`);
  }
  const fraction = kind === "date" ? undefined : parts[kind === "time" ? 4 : 7];
  const isReal =
    kind === "time"
      ? isTime(parts[1], parts[2], parts[3], MOST_HOURS)
      : isDate(parts[1], parts[2], parts[3]) && (kind === "date" || isTime(parts[4], parts[5], parts[6], 23));
  if (!isReal) fail(path, `is ${show(value)}, and there is no such ${column.type}`);
  const { precision } = column;
  if (precision !== undefined && fraction !== undefined && fraction.replace(/0+$/, "").length > precision) {
    fail(path, `is ${show(value)}; the column keeps ${precision} digits of a second's fraction`);
  }
  return value as string;
}

function isDate(year: string | undefined, month: string | undefined, day: string | undefined): boolean {
  // Without a time zone, and in the calendar that the server uses for every year.
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return year !== "0000" && !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}

function isTime(
  hours: string | undefined,
  minutes: string | undefined,
  seconds: string | undefined,
  mostHours: number,
): boolean {
  return Number(hours) <= mostHours && Number(minutes) < 60 && Number(seconds) < 60;
}
