import { sqlIdAlways } from "@queuegen/model";
import type { Target } from "@queuegen/modes";
import { createTable } from "../ddl/create-table.js";
import type { TableDefinition } from "../ddl/table-definition.js";
import { alterStep } from "./alter-step.js";
import { type DiffStep, NO_RENAMES } from "./table-diff.js";

/**
 * The step that takes a queue out of the database: its table, or of one of the application's only what the queue added.
 * Its way back makes it anew, empty.
 */
export function dropTable(table: TableDefinition, target: Target): readonly DiffStep[] {
  if (table.adopted) return alterStep(table, { ...table, columns: [], indexes: [] }, NO_RENAMES, target);
  const name = `table "${table.table}"`;
  const lost: DiffStep["changes"][number] = {
    code: "drop-table",
    subject: table.table,
    words: `${name} is gone`,
    destructive: `${name} with all its rows`,
  };
  return [{ up: `DROP TABLE ${sqlIdAlways(table.table)};\n`, down: createTable(table), changes: [lost], reverse: [] }];
}
