import type { Pool } from "mysql2/promise";

/** Prints the summary, and throws when a job was lost or completed twice, or was taken from a worker that was alive. */
export function judge(
  db: Pool,
  jobs: number,
  drained: { readonly seconds: number; readonly heldByKilled: number },
): Promise<void>;
