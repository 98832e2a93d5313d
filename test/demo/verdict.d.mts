import type { Pool } from "mysql2/promise";

/** Prints the summary, and throws when a job was lost, was completed twice, or had an effect without a claim. */
export function judge(
  db: Pool,
  jobs: number,
  drained: { readonly seconds: number; readonly heldByKilled: number },
): Promise<void>;
