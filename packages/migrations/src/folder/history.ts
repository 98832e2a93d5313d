import type { TableDefinition } from "../ddl/table-definition.js";
import { SUPPORT } from "../support/support-tables.js";
import type { MigrationFolder } from "./migration-folder.js";

/**
 * The migrations of a queue that no other one follows, in order of their names: more than one where two branches went on
 * from one parent. A queue that was renamed ends where the migrations of its new name begin.
 */
export function headsOf(queue: string, folders: readonly MigrationFolder[]): readonly MigrationFolder[] {
  const followed = new Set(folders.map((folder) => folder.snapshot.parent));
  return folders
    .filter((folder) => folder.snapshot.queue === queue && !followed.has(folder.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The state that the next migration of a queue starts from; `undefined` where it has none. */
export function lastMigration(queue: string, folders: readonly MigrationFolder[]): MigrationFolder | undefined {
  return headsOf(queue, folders).at(-1);
}

/** A queue with the table that its last migration leaves. */
export interface QueueState {
  readonly queue: string;
  readonly last: MigrationFolder;
  readonly table: TableDefinition;
}

/**
 * Every queue that has one table by the migrations, sorted by name. A queue that was removed has none any more, and of one
 * whose migrations go two ways nobody can tell.
 */
export function queueStates(folders: readonly MigrationFolder[]): readonly QueueState[] {
  const queues = [...new Set(folders.map((folder) => folder.snapshot.queue))]
    .filter((queue) => queue !== SUPPORT)
    .sort();
  return queues.flatMap((queue) => {
    const [last, ...others] = headsOf(queue, folders);
    const table = last?.snapshot.tables[0];
    return last === undefined || table === undefined || others.length > 0 ? [] : [{ queue, last, table }];
  });
}
