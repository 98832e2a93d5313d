import { displayWidth, graphemes } from "./display-width.js";

/** A line of source around a range, as a terminal shows it. */
export interface ClippedLine {
  readonly head: string;
  readonly marked: string;
  readonly tail: string;
}

/** Columns shown; what is longer is cut on both sides of the range. */
const maxWidth = 100;
const tabWidth = 2;
/** Units looked at on each side: far more than are shown, so that a line of megabytes costs no time. */
const near = 2_000;

/** Keeps the start of the range in sight, with a third of the room before it. Tabs become blanks. */
export function clipLine(line: string, start: number, end: number): ClippedLine {
  const head = cells(line.slice(Math.max(0, start - near), start));
  const marked = cells(line.slice(start, Math.min(end, start + near)));
  const tail = cells(line.slice(end, end + near));
  if (line.length <= near && width(head) + width(marked) + width(tail) <= maxWidth) {
    return { head: head.join(""), marked: marked.join(""), tail: tail.join("") };
  }
  const shownHead = clipStart(head, Math.floor(maxWidth / 3));
  const shownMarked = clipEnd(marked, maxWidth - displayWidth(shownHead));
  const room = maxWidth - displayWidth(shownHead) - displayWidth(shownMarked);
  return { head: shownHead, marked: shownMarked, tail: room > 1 ? clipEnd(tail, room) : "" };
}

/** Characters that would move the cursor or turn the text around, made visible and harmless. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g, "\uFFFD");
}

function clipEnd(all: readonly string[], room: number): string {
  if (width(all) <= room) return all.join("");
  return `${takeWithin(all, room - 1).join("")}…`;
}

function clipStart(all: readonly string[], room: number): string {
  if (width(all) <= room) return all.join("");
  return `…${takeWithin(all.toReversed(), room - 1)
    .reverse()
    .join("")}`;
}

function takeWithin(all: readonly string[], room: number): string[] {
  let used = 0;
  const end = all.findIndex((cell) => {
    used += displayWidth(cell);
    return used > room;
  });
  return end < 0 ? [...all] : all.slice(0, end);
}

/** What a person sees as one character each. */
function cells(text: string): readonly string[] {
  return graphemes(text).map((cell) => (cell === "\t" ? " ".repeat(tabWidth) : printable(cell)));
}

function width(all: readonly string[]): number {
  return all.reduce((sum, cell) => sum + displayWidth(cell), 0);
}
