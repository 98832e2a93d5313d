import type { ExplainedQueue, StatementReport } from "./explain-queue.js";

const HEAD = ["statement", "plan", "index", "rows read", "verdict"] as const;

/** A table for each queue, and the count of what is wrong. */
export function reportText(queues: readonly ExplainedQueue[]): string {
  const tables = queues.map((queue) => `${queue.queue} (table ${queue.table})\n${tableText(queue.statements)}`);
  return `${[...tables, summary(queues)].join("\n\n")}\n`;
}

export function reportJson(database: string, queues: readonly ExplainedQueue[]): string {
  return `${JSON.stringify({ database, queues }, null, 2)}\n`;
}

function tableText(statements: readonly StatementReport[]): string {
  const rows = [HEAD, ...statements.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd())
    .join("\n");
}

function cells(statement: StatementReport): readonly string[] {
  const { name, plan, reads, allowed, problems, notMeasured } = statement;
  const accesses = plan.filter(({ type }) => type !== "");
  return [
    name,
    accesses.map(({ type }) => type).join(", "),
    accesses.map(({ index }) => index ?? "-").join(", "),
    reads === undefined ? (notMeasured ?? "-") : `${reads} of ${allowed}`,
    problems.length === 0 ? "ok" : `FAIL ${problems.join("; ")}`,
  ];
}

function summary(queues: readonly ExplainedQueue[]): string {
  const statements = queues.flatMap((queue) => queue.statements);
  const total = statements.length;
  const failing = statements.filter(({ problems }) => problems.length > 0);
  const refused = failing.filter((statement) => statement.refused).length;
  const slow = failing.length - refused;
  const few = queues.filter((queue) => queue.few).map(({ table }) => table);
  if (failing.length === 0 && few.length > 0) {
    return `${total} statements. Fewer than 1000 rows are in ${few.join(", ")}, where a statement that names no index may scan: look at those again on a filled database.`;
  }
  if (failing.length === 0) {
    return `${total} statements, all by index. "n of m": rows read of at most m for a sample of 20.`;
  }
  return [...(refused > 0 ? [refusedText(refused, total)] : []), ...(slow > 0 ? [slowText(slow, total)] : [])].join(
    "\n",
  );
}

function refusedText(refused: number, total: number): string {
  return `${refused} of ${total} statements ${refused === 1 ? "was" : "were"} refused by the server: the table is not as the schema says, or this user may not do it; \`queuegen doctor\` on the same database shows which.`;
}

function slowText(slow: number, total: number): string {
  return `${slow} of ${total} statements would be slow on a long queue. An index that the queue needs is missing, invisible or passed over: compare SHOW CREATE TABLE with the queue's schema.sql, or run ANALYZE TABLE.`;
}
