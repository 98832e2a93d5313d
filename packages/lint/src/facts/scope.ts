import { columnNames } from "./columns.js";
import { findQueue, isClaimColumn, type Project, type QueueTable } from "./project.js";
import type { Statement } from "./statement.js";
import { takesWork } from "./work-shape.js";

/** How much a statement has to do with queues; decides how severe a finding is. */
export interface Scope {
  /** `queue`: on a queue. `work`: takes work, by its shape. `elsewhere`: neither. */
  readonly kind: "queue" | "work" | "elsewhere";
  /** Where the name is known. */
  readonly table: string | undefined;
  readonly queue: QueueTable | undefined;
}

export function scopeOf(statement: Statement, project: Project): Scope {
  for (const { name } of statement.tables) {
    const queue = findQueue(project, name);
    if (queue !== undefined) return { kind: "queue", table: queue.table, queue };
  }
  const table = statement.tables.find((t) => t.name !== undefined)?.name;
  if (columnNames(statement).some(isClaimColumn)) return { kind: "queue", table, queue: undefined };
  return { kind: takesWork(statement) ? "work" : "elsewhere", table, queue: undefined };
}

/** "queue `notify_task`", "table `orders`", "the table" */
export function tableWords(scope: Scope): string {
  if (scope.table === undefined) return scope.kind === "queue" ? "the queue" : "the table";
  return `${scope.kind === "queue" ? "queue" : "table"} \`${scope.table}\``;
}

/** What to use instead of a hand-written claim. */
export function claimWords(scope: Scope): string {
  const consumer = scope.queue?.consumer;
  return consumer === undefined ? "`UPDATE ... WHERE id IN (...) AND status = 0`" : `\`${consumer}\``;
}
