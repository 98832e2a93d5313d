import { QueuegenError } from "@queuegen/model";
import type { TableDefinition } from "./ddl/table-definition.js";

/** The tables of one queue after one migration: what the next migration of that queue starts from. */
export interface Snapshot {
  readonly format: 1;
  /** Queue name, or `_support` for the tables that all queues share. */
  readonly queue: string;
  /** Folder name of the migration before it of the same queue; `null` for the first. */
  readonly parent: string | null;
  readonly tables: readonly TableDefinition[];
}

/** Text of snapshot.json: the same snapshot always gives the same bytes. */
export function printSnapshot(snapshot: Snapshot): string {
  return `${JSON.stringify(snapshot, null, 2)}\n`;
}

/** Reads a snapshot.json; `file` is its path for the error. A conflict marker or a missing key is a `QueuegenError`. */
export function parseSnapshot(text: string, file: string): Snapshot {
  const value = parseJson(text, file);
  if (!isSnapshot(value)) throw unreadable(file, "is not a snapshot of this version");
  return value;
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(file, `is not JSON: ${(cause as Error).message}`, cause);
  }
}

function isSnapshot(value: unknown): value is Snapshot {
  if (!isRecord(value)) return false;
  const { format, queue, parent, tables } = value;
  const named = typeof queue === "string" && (parent === null || typeof parent === "string");
  return format === 1 && named && Array.isArray(tables) && tables.every(isTable);
}

function isTable(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.table === "string" &&
    [value.columns, value.primaryKey, value.indexes].every(Array.isArray)
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function unreadable(file: string, what: string, cause?: unknown): QueuegenError {
  const diagnostic = {
    code: "migration-unreadable",
    severity: "error",
    message: `${file} ${what}`,
    hint: "Migrations are written once and never edited: restore the file from version control.",
  } as const;
  return new QueuegenError([diagnostic], { cause });
}
