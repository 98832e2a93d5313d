import { splitSql } from "../apply/split-sql.js";
import { type MigrationFile, type MigrationFolder, timeOf, withFreeTime } from "../folder/migration-folder.js";
import { printSnapshot } from "../snapshot.js";
import { formatOf } from "./formats.js";
import type { FormatName, MigrationFormat } from "./migration-format.js";

/**
 * The files of new migrations, snapshots included. Where the tool knows a migration by its number, those whose second
 * is taken by one of `taken` (names) get the next free one.
 */
export function migrationFiles(
  migrations: readonly MigrationFolder[],
  name: FormatName,
  taken: readonly string[],
): readonly MigrationFile[] {
  const format = formatOf(name);
  const named = format.numbered ? withFreeNumbers(migrations, taken) : migrations;
  return named.flatMap((migration) => [
    ...verified(migration, format),
    { path: format.snapshot(migration.name), text: printSnapshot(migration.snapshot) },
  ]);
}

/** Every path that a migration may have files at, also such as are not there. */
export function migrationPaths(migrations: readonly MigrationFolder[], name: FormatName): readonly string[] {
  const format = formatOf(name);
  return migrations.flatMap((migration) => {
    const { up, down } = format.paths(migration.name);
    const printed = format.print(migration).map(({ path }) => path);
    return [...new Set([up, down, ...printed, format.snapshot(migration.name)])];
  });
}

function withFreeNumbers(migrations: readonly MigrationFolder[], taken: readonly string[]): readonly MigrationFolder[] {
  const used = new Set(taken.map(timeOf));
  return migrations.map((migration) => {
    const name = withFreeTime(migration.name, used);
    used.add(timeOf(name));
    return { ...migration, name };
  });
}

/** What is written must be read back as the same statements, or the runner and the tool would do different things. */
function verified(migration: MigrationFolder, format: MigrationFormat): readonly MigrationFile[] {
  const files = format.print(migration);
  const paths = format.paths(migration.name);
  const text = (path: string): string | undefined => files.find((file) => file.path === path)?.text;
  const back = format.parse(migration.name, { up: text(paths.up) ?? "", down: text(paths.down) });
  for (const direction of ["up", "down"] as const) {
    const [before, after] = [splitSql(migration[direction]), splitSql(back[direction])];
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      throw new Error(`${migration.name} cannot be told in the format ${format.name} (${direction})`);
    }
  }
  return files;
}
