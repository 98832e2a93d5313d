import type { TableDefinition } from "../../ddl/table-definition.js";
import type { MigrationFolder } from "../../folder/migration-folder.js";

/** A table that should be there, and the queue it is of (`_support` for those that all queues share). */
export interface ExpectedTable {
  readonly queue: string;
  readonly definition: TableDefinition;
}

/** The tables that these migrations together leave, by the snapshots that none of them follows, sorted by name. */
export function expectedTables(applied: readonly MigrationFolder[]): readonly ExpectedTable[] {
  const followed = new Set(applied.map(({ snapshot }) => snapshot.parent));
  const heads = applied.filter(({ name }) => !followed.has(name));
  // Where two branches went on from one parent, the later name.
  const last = new Map([...heads].sort(byName).map(({ snapshot }) => [snapshot.queue, snapshot] as const));
  return [...last.values()]
    .flatMap(({ queue, tables }) => tables.map((definition) => ({ queue, definition })))
    .sort((a, b) => (a.definition.table < b.definition.table ? -1 : 1));
}

function byName(a: MigrationFolder, b: MigrationFolder): number {
  return a.name < b.name ? -1 : 1;
}
