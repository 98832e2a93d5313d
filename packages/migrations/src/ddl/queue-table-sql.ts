import type { QueueModel } from "@queuegen/model";
import { adoptedTableSql } from "./adopted-table.js";
import { createTable } from "./create-table.js";
import { tableDefinition } from "./table-definition.js";

/** The body of a queue's schema.sql: its CREATE TABLE, or what it adds to a table of the application's. */
export function queueTableSql(model: QueueModel): string {
  const definition = tableDefinition(model);
  return definition.adopted ? adoptedTableSql(definition) : createTable(definition);
}
