import type { Target } from "@queuegen/modes";
import { splitSql } from "../apply/split-sql.js";
import type { TableDefinition } from "../ddl/table-definition.js";
import { diffTables } from "../diff/index.js";
import type { MigrationFolder } from "../folder/migration-folder.js";

/** A statement of a migration that takes time with the length of its table. */
export interface HeavyStep {
  readonly table: string;
  /** Its number in up.sql, from 1. */
  readonly step: number;
  /** Without its `;`. */
  readonly statement: string;
  /** What it does to whom, as the end of a sentence. */
  readonly because: string;
}

/**
 * The statements of a migration of ours that copy their table or keep others waiting, by its snapshot and that of its
 * parent. Statements that somebody wrote or edited by hand are not among them. Pure.
 */
export function heavySteps(
  folder: MigrationFolder,
  folders: readonly MigrationFolder[],
  target: Target,
): readonly HeavyStep[] {
  const parent = folders.find(({ name }) => name === folder.snapshot.parent);
  return folder.snapshot.tables.flatMap((after) => {
    const before = parent?.snapshot.tables.find(({ table }) => table === after.table) ?? only(parent, folder);
    if (before === undefined) return [];
    const { steps } = diffTables(before, after, { target });
    return steps.flatMap(({ up, changes }) => {
      const heavy = changes.find(({ copies, blocks }) => copies !== undefined || blocks !== undefined);
      const statement = up.trimEnd().replace(/;$/, "");
      const step = splitSql(folder.up).indexOf(statement) + 1;
      if (heavy === undefined || step === 0) return [];
      const because = [heavy.copies, heavy.blocks].filter((words) => words !== undefined).join("; ");
      return [{ table: after.table, step, statement, because }];
    });
  });
}

/** A table that was renamed is the one that its parent has. */
function only(parent: MigrationFolder | undefined, folder: MigrationFolder): TableDefinition | undefined {
  return parent?.snapshot.tables.length === 1 && folder.snapshot.tables.length === 1
    ? parent.snapshot.tables[0]
    : undefined;
}
