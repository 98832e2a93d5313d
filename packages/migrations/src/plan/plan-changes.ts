import { type Diagnostic, type QueueModel, sqlIdAlways } from "@queuegen/model";
import type { Change } from "../diff/index.js";
import type { MigrationFolder } from "../folder/migration-folder.js";
import { changeName } from "./change-name.js";
import type { ChangeRequest } from "./change-request.js";
import { downText, upText } from "./change-text.js";
import { type QueueChange, queueChanges } from "./queue-changes.js";
import { refusals } from "./refuse-changes.js";

/** One migration to write, and what it changes. */
export interface PlannedMigration {
  readonly queue: string;
  readonly migration: MigrationFolder;
  readonly changes: readonly Change[];
}

export interface ChangePlan {
  /** One a queue that changed, sorted by its name; none where something is wrong. */
  readonly planned: readonly PlannedMigration[];
  /** Queues in which only comments or the order of columns differ, and which were not named: left for their next migration. */
  readonly cosmetic: readonly string[];
  /** Why nothing is planned. */
  readonly problems: readonly Diagnostic[];
}

/** The migrations that make the tables what the schemas say; a queue that has none yet gets its first one elsewhere. Pure. */
export function planChanges(
  models: readonly QueueModel[],
  existing: readonly MigrationFolder[],
  now: Date,
  request: ChangeRequest,
): ChangePlan {
  const { changes, problems } = queueChanges(models, existing, request);
  const asked = changes.filter(({ queue, renamedFrom }) => isAsked([queue, renamedFrom], request));
  const wanted = asked.filter(({ cosmetic }) => !cosmetic || request.only !== undefined);
  // What is asked for and cannot be makes all that follows from it look like a loss.
  const refused = problems.length > 0 ? problems : refusals(wanted, request);
  return {
    planned: refused.length > 0 ? [] : wanted.map((change) => planned(change, now)),
    cosmetic: asked.filter((change) => !wanted.includes(change)).map(({ queue }) => queue),
    problems: refused,
  };
}

function isAsked(names: readonly (string | undefined)[], { only }: ChangeRequest): boolean {
  return only === undefined || names.includes(only);
}

function planned(change: QueueChange, now: Date): PlannedMigration {
  const { queue, last, after, steps, changes } = change;
  return {
    queue,
    changes,
    migration: {
      name: changeName(change, now),
      up: steps.length === 0 ? nothing(change) : upText(steps),
      down: steps.length === 0 ? nothing(change) : downText(steps),
      snapshot: { format: 1, queue, parent: last.name, tables: after === undefined ? [] : [after] },
    },
  };
}

/** A queue that kept its table, under another name or none. */
function nothing({ after, before }: QueueChange): string {
  const what =
    after === undefined
      ? `The queue is given up; table ${sqlIdAlways(before.table)}`
      : "The queue has another name; its table";
  return `-- ${what} stays as it is.\nDO 0;\n`;
}
