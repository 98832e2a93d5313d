import type { MigrationFolder } from "./migration-folder.js";

/**
 * The migration of a queue that no other one follows: the state its next migration starts from. Where two branches
 * went on from one parent, the later name; `undefined` where the queue has none.
 */
export function lastMigration(queue: string, folders: readonly MigrationFolder[]): MigrationFolder | undefined {
  const own = folders.filter((folder) => folder.snapshot.queue === queue);
  const followed = new Set(own.map((folder) => folder.snapshot.parent));
  return own
    .filter((folder) => !followed.has(folder.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .at(-1);
}
