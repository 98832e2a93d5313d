import { sqlIdAlways } from "@queuegen/model";
import type { Target } from "@queuegen/modes";
import { addAdopted } from "../ddl/adopted-table.js";
import { createTable } from "../ddl/create-table.js";
import type { TableDefinition } from "../ddl/table-definition.js";
import { alterStep } from "./alter-step.js";
import { type DiffStep, NO_RENAMES } from "./table-diff.js";

/**
 * The step that takes a queue out of the database: its table, or of one of the application's only what the queue added.
 * Its way back makes it anew, empty.
 */
export function dropTable(table: TableDefinition, target: Target): readonly DiffStep[] {
  if (table.adopted) {
    const steps = alterStep(table, { ...table, columns: [], indexes: [] }, NO_RENAMES, target);
    return steps.map((step) => ({ ...step, down: comesBack(table) }));
  }
  const name = `table "${table.table}"`;
  const lost: DiffStep["changes"][number] = {
    code: "drop-table",
    subject: table.table,
    words: `${name} is gone`,
    destructive: `${name} with all its rows`,
  };
  return [{ up: `DROP TABLE ${sqlIdAlways(table.table)};\n`, down: createTable(table), changes: [lost], reverse: [] }];
}

/** What was done or waits to be done is not known any more: to make jobs of all rows would do everything again. */
function comesBack(table: TableDefinition): string {
  const [status] = table.columns;
  const existing = { status: status?.name ?? "status", existing: "2", algorithm: "online" } as const;
  return `-- Rows that are there count as done: which of them were not is lost.\n${addAdopted(table, existing)}`;
}
