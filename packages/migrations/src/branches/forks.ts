import type { MigrationFolder } from "../folder/migration-folder.js";

/** One migration that two or more follow, as when two branches of a repository went on from it and were merged. */
export interface Fork {
  /** Name of the migration that the branches have in common; `null` where each starts anew. */
  readonly parent: string | null;
  /** At least two, in the order of the names of their first migrations. */
  readonly branches: readonly Branch[];
}

/** Migrations that follow each other from a fork on, in the order of their names; at least one. */
export type Branch = readonly [first: MigrationFolder, ...MigrationFolder[]];

/** Every fork, the innermost first: the branches of the first one have no fork inside. */
export function forksOf(folders: readonly MigrationFolder[]): readonly Fork[] {
  const sorted = [...folders].sort((a, b) => (a.name < b.name ? -1 : 1));
  const children = new Map<string, MigrationFolder[]>();
  for (const folder of sorted) {
    const siblings = children.get(keyOf(folder)) ?? [];
    children.set(keyOf(folder), [...siblings, folder]);
  }
  return [...children.values()]
    .filter((siblings) => siblings.length > 1)
    .map((siblings) => ({
      parent: siblings[0]?.snapshot.parent ?? null,
      branches: siblings.map((first) => branchFrom(first, children)),
    }))
    .sort((a, b) => sizeOf(a) - sizeOf(b));
}

/** Migrations that start from nothing belong together where they are of one queue. */
function keyOf({ snapshot: { parent, queue } }: MigrationFolder): string {
  return parent === null ? `queue ${queue}` : `after ${parent}`;
}

function branchFrom(first: MigrationFolder, children: ReadonlyMap<string, readonly MigrationFolder[]>): Branch {
  const rest = (children.get(`after ${first.name}`) ?? []).flatMap((next) => [...branchFrom(next, children)]);
  return [first, ...rest.sort((a, b) => (a.name < b.name ? -1 : 1))];
}

/** A fork inside a branch has fewer migrations than the one around it. */
function sizeOf({ branches }: Fork): number {
  return branches.reduce((sum, branch) => sum + branch.length, 0);
}
