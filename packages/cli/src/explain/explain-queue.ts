import { QueuegenError, type QueueModel } from "@queuegen/model";
import { type ExplainedStatement, explainedStatements } from "./explained-statement.js";
import { allowedReads, type Observation, problemsOf } from "./judge.js";
import { readsOf } from "./measure.js";
import { planOf } from "./plan.js";
import { type SampleValues, type TableSize, takeSamples } from "./samples.js";
import type { ExplainSession } from "./session.js";

export interface ExplainedQueue {
  readonly queue: string;
  readonly table: string;
  /** Fewer than 1000 rows: plans of a longer queue may differ. */
  readonly few: boolean;
  readonly statements: readonly StatementReport[];
}

/** One line of the report. */
export interface StatementReport extends Observation {
  readonly name: string;
  readonly allowed: number;
  /** Empty when all is well. */
  readonly problems: readonly string[];
  /** Why `reads` is missing. */
  readonly notMeasured: string | undefined;
  /** The server takes the statement for wrong: a column or an index is not there. */
  readonly refused: boolean;
}

/** Explains and measures every statement of a queue. Throws a `QueuegenError` where its table is not there. */
export async function explainQueue(session: ExplainSession, model: QueueModel): Promise<ExplainedQueue> {
  const samples = await takeSamples(session, model).catch((error: unknown) => {
    throw tableMissing(model, error);
  });
  const statements: StatementReport[] = [];
  for (const statement of explainedStatements(model)) {
    statements.push(await explainStatement(session, statement, samples.valuesOf(statement.name), samples.size));
  }
  return { queue: model.name, table: model.table, few: samples.size.few, statements };
}

async function explainStatement(
  session: ExplainSession,
  statement: ExplainedStatement,
  values: SampleValues,
  size: TableSize,
): Promise<StatementReport> {
  const { name, sql } = statement;
  const report = { name, allowed: allowedReads(statement, size) };
  try {
    const plan = await planOf(session, sql, values);
    const measured = await measure(session, sql, values);
    const observation = { plan, reads: measured.reads };
    const problems = problemsOf(statement, observation, size);
    const allowed = allowedReads(statement, size, plan);
    return { ...report, ...observation, allowed, problems, notMeasured: measured.because, refused: false };
  } catch (error) {
    const problems = [serverProblem(error)];
    return { ...report, plan: [], reads: undefined, problems, notMeasured: undefined, refused: true };
  }
}

/** Locked rows and read-only servers are no fault of the statement: its plan is judged alone. */
const UNMEASURABLE: Readonly<Record<number, string>> = {
  1205: "rows are locked",
  1213: "rows are locked",
  1290: "the server is read-only",
  1792: "the server is read-only",
  1836: "the server is read-only",
};

async function measure(
  session: ExplainSession,
  sql: string,
  values: SampleValues,
): Promise<{ readonly reads: number | undefined; readonly because: string | undefined }> {
  try {
    return { reads: await readsOf(session, sql, values), because: undefined };
  } catch (error) {
    const because = UNMEASURABLE[errnoOf(error)];
    if (because === undefined) throw error;
    return { reads: undefined, because };
  }
}

/** A statement that the server refuses: 1176 an index that is gone or invisible, 1054 a column that is gone. */
function serverProblem(error: unknown): string {
  if (errnoOf(error) === 0) throw error;
  return `the server refuses it: ${(error as Error).message}`;
}

function tableMissing(model: QueueModel, error: unknown): unknown {
  // 1054, 1176: the table is there, the queue's columns or indexes are not, as before the migration of an adopted table.
  if ([1054, 1176].includes(errnoOf(error))) return partsMissing(model, error);
  if (errnoOf(error) !== 1146) return error;
  return new QueuegenError(
    [
      {
        code: "table-missing",
        severity: "error",
        message: `the table "${model.table}" of queue "${model.name}" is not in the database`,
        hint: "`queuegen migrate up` makes it. Where that finds nothing pending, the table was dropped or renamed since: restore it, or run the up.sql of its migration by hand.",
      },
    ],
    { cause: error },
  );
}

function partsMissing(model: QueueModel, error: unknown): QueuegenError {
  const message = `the table "${model.table}" has not all that queue "${model.name}" needs: ${(error as Error).message}`;
  const hint = "`queuegen migrate up` adds what a migration has; `queuegen migrate drift` shows what differs.";
  return new QueuegenError([{ code: "table-missing", severity: "error", message, hint }], { cause: error });
}

function errnoOf(error: unknown): number {
  return (error as { errno?: number }).errno ?? 0;
}
