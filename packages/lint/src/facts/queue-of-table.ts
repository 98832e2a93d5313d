import type { Project, QueueTable } from "./project.js";
import type { TableSchema } from "./table-schema.js";

export function queueOfTable(table: TableSchema, project: Project): QueueTable | undefined {
  return project.queues.get(table.name.toLowerCase());
}
