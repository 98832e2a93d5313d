import { MIGRATION_FILES } from "../folder/migration-folder.js";
import type { MigrationFormat } from "./migration-format.js";

/** Ours: one folder a migration, the way back always with it. */
export const folder: MigrationFormat = {
  name: "folder",
  doc: "one folder a migration: up.sql, down.sql, snapshot.json",
  numbered: false,
  snapshot: (name) => `${name}/${MIGRATION_FILES.snapshot}`,
  paths,
  print: ({ name, up, down }) => [
    { path: paths(name).up, text: up },
    { path: paths(name).down, text: down },
  ],
  parse: (_name, { up, down = "" }) => ({ up, down }),
};

function paths(name: string): { readonly up: string; readonly down: string } {
  return { up: `${name}/${MIGRATION_FILES.up}`, down: `${name}/${MIGRATION_FILES.down}` };
}
