import type { Diagnostic, QueueModel } from "@queuegen/model";
import type { Target } from "@queuegen/modes";
import { type Change, DESTRUCTIVE_CODES, type DestructiveCode, diffTables } from "../diff/index.js";
import { queueStates } from "../folder/history.js";
import type { MigrationFolder } from "../folder/migration-folder.js";
import { planChanges } from "../plan/plan-changes.js";
import { planSupport } from "../plan/plan-create.js";
import { SUPPORT } from "../support/support-tables.js";
import type { Rebase } from "./plan-rebase.js";
import { renamesIn } from "./renames-in.js";

export interface RewriteSettings {
  readonly target: Target;
  readonly tablePrefix: string;
}

export interface Rewrite {
  /** What takes the place of the branch; none where the other one makes the tables what the schemas say already. */
  readonly migrations: readonly MigrationFolder[];
  /** Why nothing is written. */
  readonly problems: readonly Diagnostic[];
}

/**
 * The migrations from the tables that are left to those that the merged schemas ask for, of the queues that lose a
 * branch. What that branch was allowed to lose, it may lose again; anything else the merge of the schemas brought in.
 */
export function rewriteBranch(
  models: readonly QueueModel[],
  existing: readonly MigrationFolder[],
  { stay, moved }: Rebase,
  now: Date,
  settings: RewriteSettings,
): Rewrite {
  const queues = [...new Set(moved.map(({ snapshot }) => snapshot.queue))].sort();
  const support = queues.includes(SUPPORT) ? planSupport(stay, now, settings, models) : undefined;
  const plans = queues
    .filter((queue) => queue !== SUPPORT)
    .map((only) =>
      planChanges(models, stay, now, {
        target: settings.target,
        only,
        renames: renameWords(only, moved, stay, models),
        allowDestructive: lostBefore(moved, existing, settings.target),
        allowCopy: true,
      }),
    );
  return {
    migrations: [
      ...plans.flatMap(({ planned }) => planned.map(({ migration }) => migration)),
      ...(support ? [support] : []),
    ],
    problems: plans.flatMap(({ problems }) => problems),
  };
}

/** `queue.old:new` for each rename of the branch that is still to be done. */
function renameWords(
  queue: string,
  moved: readonly MigrationFolder[],
  stay: readonly MigrationFolder[],
  models: readonly QueueModel[],
): readonly string[] {
  const before = queueStates(stay).find((state) => state.queue === queue)?.table.columns ?? [];
  const after = models.find(({ name }) => name === queue)?.columns ?? [];
  const has = (columns: readonly { readonly name: string }[], name: string): boolean =>
    columns.some((column) => column.name === name);
  return moved
    .filter(({ snapshot }) => snapshot.queue === queue)
    .flatMap((migration) => [...renamesIn(migration)])
    .filter(([to, from]) => has(before, from) && !has(before, to) && has(after, to) && !declared(after, to))
    .map(([to, from]) => `${queue}.${from}:${to}`);
}

function declared(columns: QueueModel["columns"], name: string): boolean {
  return columns.some((column) => column.name === name && column.renamedFrom !== undefined);
}

function lostBefore(
  moved: readonly MigrationFolder[],
  existing: readonly MigrationFolder[],
  target: Target,
): readonly DestructiveCode[] {
  const codes = new Set<Change["code"]>(moved.flatMap((migration) => lostBy(migration, existing, target)));
  return DESTRUCTIVE_CODES.filter((code) => codes.has(code));
}

function lostBy(
  migration: MigrationFolder,
  existing: readonly MigrationFolder[],
  target: Target,
): readonly Change["code"][] {
  const before = existing.find(({ name }) => name === migration.snapshot.parent)?.snapshot.tables[0];
  const after = migration.snapshot.tables[0];
  if (before === undefined) return [];
  if (after === undefined) return ["drop-table", "drop-column"];
  const { steps } = diffTables(before, after, { target, renames: renamesIn(migration) });
  return steps.flatMap(({ changes }) => changes.map(({ code }) => code));
}
