import type { MigrationFile, MigrationFolder, MigrationPaths } from "../folder/migration-folder.js";
import type { FormatName } from "./format-names.js";

export type { FormatName };

/** The SQL of one migration, and why it is not all there where a person wrote something else than SQL. */
export type MigrationSql = Pick<MigrationFolder, "up" | "down" | "foreign">;

/** How one tool keeps a migration. Pure: names and texts in, names and texts out; paths are relative to the migrations folder. */
export interface MigrationFormat {
  readonly name: FormatName;
  /** One line for editors and the documentation. */
  readonly doc: string;
  /** Whether the tool knows a migration by its number alone, so that no two may have the same. */
  readonly numbered: boolean;
  /** Where the snapshot is kept: a place that the tool does not look at. */
  readonly snapshot: (name: string) => string;
  readonly paths: (name: string) => MigrationPaths;
  /** The files of a migration but for its snapshot. */
  readonly print: (migration: MigrationFolder) => readonly MigrationFile[];
  /** What `print` was given, from the text of each of the two paths; `down` is undefined where there is no such file. */
  readonly parse: (name: string, texts: { readonly up: string; readonly down: string | undefined }) => MigrationSql;
}

/** Where all tools but ours have the snapshots: below a hidden folder, which none of them reads. */
export function hiddenSnapshot(name: string): string {
  return `${HIDDEN}/${name}${SNAPSHOT}`;
}

export const HIDDEN = ".queuegen";
/** Not .json: Liquibase takes every .json below its folder for a changelog, and what it does not know for none. */
export const SNAPSHOT = ".snapshot";
