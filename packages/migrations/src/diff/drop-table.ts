import { sqlIdAlways } from "@queuegen/model";
import { createTable } from "../ddl/create-table.js";
import type { TableDefinition } from "../ddl/table-definition.js";
import type { DiffStep } from "./table-diff.js";

/** The step that drops a table; its way back makes it anew, empty. */
export function dropTable(table: TableDefinition): DiffStep {
  const name = `table "${table.table}"`;
  return {
    up: `DROP TABLE ${sqlIdAlways(table.table)};\n`,
    down: createTable(table),
    changes: [{ code: "drop-table", words: `${name} is gone`, destructive: `${name} with all its rows` }],
    reverse: [],
  };
}
