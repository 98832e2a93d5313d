import type { BaselineEntry } from "./entry.js";

/** An entry and the line of the file that holds it, from 1. */
export interface PlacedEntry extends BaselineEntry {
  readonly line: number;
  /** The line as it stands. */
  readonly text: string;
}

/** What is wrong about a baseline file. `line` from 1; 0 where it is the whole file. */
export class BaselineError extends Error {
  readonly line: number;
  readonly kind: "broken" | "newer";

  constructor(kind: BaselineError["kind"], line: number, message: string) {
    super(message);
    this.kind = kind;
    this.line = line;
  }
}

const VERSION = 1;
const KEYS = ["rule", "file", "function", "table", "statement", "id"] as const;

/**
 * One JSON object a line, so that git merges additions of two branches and a diff shows what has come and gone. Sorted, so
 * that two runs write the same. Ends with LF.
 */
export function printBaseline(entries: readonly BaselineEntry[]): string {
  const lines = [...entries]
    .sort(byPlace)
    .map((entry) => JSON.stringify(Object.fromEntries(KEYS.map((key) => [key, entry[key]]))));
  return [JSON.stringify({ version: VERSION }), ...lines].map((line) => `${line}\n`).join("");
}

/** Reads entries in any order; throws `BaselineError`. */
export function parseBaseline(text: string): readonly PlacedEntry[] {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .map((line, index) => ({ text: line, line: index + 1 }))
    .filter((line) => line.text.trim() !== "");
  const [head, ...rest] = lines;
  if (head === undefined) throw new BaselineError("broken", 0, "it is empty");
  checkVersion(head.text);
  return rest.map((line) => ({ ...readEntry(line.text, line.line), ...line }));
}

function checkVersion(line: string): void {
  const version = (parsed(line, 1) as { version?: unknown }).version;
  if (typeof version !== "number") throw new BaselineError("broken", 1, 'it does not begin with {"version":1}');
  if (version > VERSION) throw new BaselineError("newer", 1, `it is of version ${version}`);
}

function readEntry(text: string, line: number): BaselineEntry {
  const entry = parsed(text, line) as Record<string, unknown>;
  for (const key of KEYS)
    if (typeof entry[key] !== "string") throw new BaselineError("broken", line, `"${key}" is missing or no text`);
  return entry as unknown as BaselineEntry;
}

function parsed(text: string, line: number): object {
  if (/^(?:<{7}|={7}|>{7}|\|{7})/.test(text))
    throw new BaselineError("broken", line, "there are marks of a merge conflict");
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Told below.
  }
  throw new BaselineError("broken", line, "this is no entry");
}

const ORDER = ["file", "rule", "function", "table", "statement", "id"] as const;

/** By code unit, whatever the language of the machine. */
function byPlace(a: BaselineEntry, b: BaselineEntry): number {
  const key = ORDER.find((one) => a[one] !== b[one]);
  if (key === undefined) return 0;
  return a[key] < b[key] ? -1 : 1;
}
