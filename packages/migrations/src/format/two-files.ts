import type { MigrationFile, MigrationFolder, MigrationPaths } from "../folder/migration-folder.js";
import type { MigrationFormat } from "./migration-format.js";

/** What formats share that keep each direction in a file of SQL of its own. */
export function twoFiles(paths: (name: string) => MigrationPaths): Pick<MigrationFormat, "paths" | "print" | "parse"> {
  return {
    paths,
    print: (migration) => sqlFiles(paths(migration.name), migration),
    parse: (_name, { up, down }) => ({ up, down: down ?? "" }),
  };
}

/** A migration that was made to stay has no file for the way back: the tool says so itself then. */
function sqlFiles(paths: MigrationPaths, { up, down }: MigrationFolder): readonly MigrationFile[] {
  const files = [{ path: paths.up, text: up }];
  return down.trim() === "" ? files : [...files, { path: paths.down, text: down }];
}
