import type { SampleValues } from "./samples.js";
import type { ExplainSession } from "./session.js";

/** One table access of a plan, as EXPLAIN prints it. */
export interface PlanStep {
  /** `range`, `ref`, `const`, `ALL`, ... */
  readonly type: string;
  readonly index: string | undefined;
  readonly extra: string;
}

interface ExplainRow {
  readonly select_type: string;
  readonly type: string | null;
  readonly key: string | null;
  readonly Extra: string | null;
}

/** The server's plan. MySQL 9 prints a tree unless asked for the traditional rows. */
export async function planOf(session: ExplainSession, sql: string, values: SampleValues): Promise<readonly PlanStep[]> {
  const rows = await session.named<ExplainRow>(`EXPLAIN FORMAT=TRADITIONAL ${sql}`, values);
  return rows.map((row) => ({ type: row.type ?? "", index: row.key ?? undefined, extra: row.Extra ?? "" }));
}
