import { createHash } from "node:crypto";
import type { Snapshot } from "../snapshot.js";

/** One migration as it lies on disk: `<UTC time>_<slug>/{up.sql,down.sql,snapshot.json}`. */
export interface MigrationFolder {
  /** `20260301120000_create_notify`; the order of names is the order of application. */
  readonly name: string;
  readonly up: string;
  readonly down: string;
  readonly snapshot: Snapshot;
}

/** One file to write; `path` is relative to the migrations folder, with forward slashes. */
export interface MigrationFile {
  readonly path: string;
  readonly text: string;
}

export const MIGRATION_FILES = { up: "up.sql", down: "down.sql", snapshot: "snapshot.json" } as const;

/** `<UTC YYYYMMDDHHMMSS>_<slug>`; the slug keeps letters, digits and underscores. */
export function folderName(time: Date, slug: string): string {
  const digits = time.toISOString().slice(0, 19).replace(/\D/g, "");
  return `${digits}_${slug.replace(/[^A-Za-z0-9]+/g, "_")}`;
}

/** Byte order mark and CRLF are what editors and checkouts add: they are no change of a migration. */
export function normalise(text: string): string {
  return text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
}

/** SHA-256 of a migration's text, 64 hexadecimal digits, the same on every checkout. */
export function checksum(text: string): string {
  return createHash("sha256").update(normalise(text)).digest("hex");
}
