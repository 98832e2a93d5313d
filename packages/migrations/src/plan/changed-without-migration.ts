import type { Diagnostic, QueueModel } from "@queuegen/model";
import type { Target } from "@queuegen/modes";
import { isCosmetic } from "../diff/index.js";
import type { MigrationFolder } from "../folder/migration-folder.js";
import { wholeRequest } from "./change-request.js";
import { type QueueChange, queueChanges } from "./queue-changes.js";

/**
 * One finding for each queue whose table has changed since its last migration, or that is no longer declared. A queue
 * without any migration is not among them, nor is one in which only comments or the order of columns differ.
 */
export function changedWithoutMigration(
  models: readonly QueueModel[],
  existing: readonly MigrationFolder[],
  target: Target,
): readonly Diagnostic[] {
  const { changes, problems } = queueChanges(models, existing, wholeRequest(target));
  return [...problems, ...changes.filter(({ cosmetic }) => !cosmetic).map(finding)];
}

/** Of a table of the application's only the columns of the queue go. */
function lossOf(changes: QueueChange["changes"]): string {
  return changes.find(({ destructive }) => destructive !== undefined)?.code ?? "drop-table";
}

function finding({ queue, model, before, changes }: QueueChange): Diagnostic {
  const severity = "error";
  if (model === undefined) {
    const what = before.adopted ? "what it added to table" : "table";
    return {
      code: "change-without-migration",
      severity,
      message: `queue "${queue}" is not declared any more, and ${what} "${before.table}" is there by its migrations`,
      hint: [
        `It is called otherwise now: \`queuegen migrate new --rename ${queue}:<new name>\`.`,
        `${before.adopted ? "That" : "The table"} shall stay: \`queuegen migrate new --keep-table ${queue}\`.`,
        `It shall go: \`queuegen migrate new --allow-destructive ${lossOf(changes)}\`.`,
        "Its migrations were never applied anywhere: delete them.",
      ].join("\n"),
    };
  }
  const words = changes.filter((change) => !isCosmetic(change)).map((change) => change.words);
  return {
    code: "change-without-migration",
    severity,
    message: `queue "${queue}" has a change without a migration: ${words.join("; ")}`,
    hint: "`queuegen migrate new` writes it.",
  };
}
