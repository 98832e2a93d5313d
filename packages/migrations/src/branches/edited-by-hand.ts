import type { Target } from "@queuegen/modes";
import { splitSql } from "../apply/split-sql.js";
import { createTable } from "../ddl/create-table.js";
import type { TableDefinition } from "../ddl/table-definition.js";
import { diffTables, dropTable } from "../diff/index.js";
import type { MigrationFolder } from "../folder/migration-folder.js";
import { upText } from "../plan/change-text.js";
import { renamesIn } from "./renames-in.js";

/** A migration whose statements are not those that its snapshot asks for: a person had a hand in it. */
export interface EditedMigration {
  readonly migration: MigrationFolder;
  /** Its up.sql without that hand. */
  readonly generated: string;
}

/** The migrations among `some` that writing anew would lose something of. `all` holds their parents. */
export function editedByHand(
  some: readonly MigrationFolder[],
  all: readonly MigrationFolder[],
  target: Target,
): readonly EditedMigration[] {
  return some.flatMap((migration) => {
    const parent = all.find(({ name }) => name === migration.snapshot.parent);
    const generated = regenerate(migration, parent?.snapshot.tables ?? [], target);
    const same = JSON.stringify(splitSql(generated)) === JSON.stringify(splitSql(migration.up));
    return same && migration.foreign === undefined ? [] : [{ migration, generated }];
  });
}

function regenerate(migration: MigrationFolder, before: readonly TableDefinition[], target: Target): string {
  const after = migration.snapshot.tables;
  const [old, ...moreOld] = before;
  const [fresh, ...moreFresh] = after;
  if (old !== undefined && fresh !== undefined && moreOld.length + moreFresh.length === 0) {
    const { steps } = diffTables(old, fresh, { target, renames: renamesIn(migration) });
    // A queue that got another name and kept its table.
    return steps.length === 0 ? "DO 0;\n" : upText(steps);
  }
  return [
    ...missingIn(before, after).map(createTable),
    ...missingIn(after, before).flatMap((table) => dropTable(table, target).map(({ up }) => up)),
  ].join("\n");
}

function missingIn(some: readonly TableDefinition[], all: readonly TableDefinition[]): readonly TableDefinition[] {
  return all.filter(({ table }) => !some.some((one) => one.table === table));
}
