import type { SampleValues } from "./samples.js";
import { type ExplainSession, rolledBack } from "./session.js";

/** Index and table rows that a statement really reads: EXPLAIN's estimate ignores LIMIT. The statement is undone. */
export function readsOf(session: ExplainSession, sql: string, values: SampleValues): Promise<number> {
  return rolledBack(session, async () => {
    const idle = await handlerReads(session);
    const before = await handlerReads(session);
    await session.named(sql, values);
    const after = await handlerReads(session);
    // Looking at the counters may count too.
    return after - before - (before - idle);
  });
}

/** Sum of the session's Handler_read_* counters. */
async function handlerReads(session: ExplainSession): Promise<number> {
  const counters = await session.rows<{ Value: string }>("SHOW SESSION STATUS LIKE 'Handler\\_read\\_%'");
  return counters.reduce((sum, counter) => sum + Number(counter.Value), 0);
}
