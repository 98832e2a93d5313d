import { createHash } from "node:crypto";
import type { Snapshot } from "../snapshot.js";

/** One migration, however it lies on disk: `<UTC time>_<slug>/{up.sql,down.sql,snapshot.json}` or as another tool has it. */
export interface MigrationFolder {
  /** `20260301120000_create_notify`; the order of names is the order of application. */
  readonly name: string;
  readonly up: string;
  readonly down: string;
  readonly snapshot: Snapshot;
  /** Where its statements stand, relative to the migrations folder; left out where it is a folder with up.sql and down.sql. */
  readonly files?: MigrationPaths;
  /** Why its statements cannot be told: code that its own tool alone can run. `up` and `down` are empty then. */
  readonly foreign?: string;
}

/** The same path twice where a tool keeps both directions in one file. */
export interface MigrationPaths {
  readonly up: string;
  readonly down: string;
}

/** One file to write; `path` is relative to the migrations folder, with forward slashes. */
export interface MigrationFile {
  readonly path: string;
  readonly text: string;
}

export const MIGRATION_FILES = { up: "up.sql", down: "down.sql", snapshot: "snapshot.json" } as const;

/** Path of the file that holds one direction of a migration, for messages: relative to the migrations folder. */
export function fileOf(migration: Pick<MigrationFolder, "name" | "files">, direction: "up" | "down"): string {
  return migration.files?.[direction] ?? `${migration.name}/${MIGRATION_FILES[direction]}`;
}

/** `<UTC YYYYMMDDHHMMSS>_<slug>`; the slug keeps letters, digits and underscores. */
export function folderName(time: Date, slug: string): string {
  const digits = time.toISOString().slice(0, 19).replace(/\D/g, "");
  return `${digits}_${slug.replace(/[^A-Za-z0-9]+/g, "_")}`;
}

/** As `folderName`, with the next second that no migration of `taken` (names) has in its name. */
export function freeName(time: Date, slug: string, taken: readonly string[]): string {
  return withFreeTime(folderName(time, slug), new Set(taken.map(timeOf)));
}

/** The same slug at the same time or, where that is among `taken` (14 digits each), the first free second after it. */
export function withFreeTime(name: string, taken: ReadonlySet<string>): string {
  let time = timeOf(name);
  while (taken.has(time)) time = nextSecond(time);
  return time + name.slice(time.length);
}

/** The 14 digits that a migration's name starts with. */
export function timeOf(name: string): string {
  return name.slice(0, 14);
}

/** `20260228235959` to `20260301000000` */
function nextSecond(time: string): string {
  const iso = time.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:$6Z");
  return new Date(Date.parse(iso) + 1000).toISOString().slice(0, 19).replace(/\D/g, "");
}

/** Byte order mark and CRLF are what editors and checkouts add: they are no change of a migration. */
export function normalise(text: string): string {
  return text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
}

/** SHA-256 of a migration's text, 64 hexadecimal digits, the same on every checkout. */
export function checksum(text: string): string {
  return createHash("sha256").update(normalise(text)).digest("hex");
}
