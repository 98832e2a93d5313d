import type { OperateDatabase, OperateValues } from "./operate-database.js";

/** A count that stops: so many at least, and whether there are more. */
export interface Bounded {
  readonly jobs: number;
  readonly more: boolean;
}

/** Entries that are counted: more says nothing to a person and costs the server. */
export const COUNTED = 10_000;

/** Counts with a statement that takes `:limit`. */
export async function bounded(database: OperateDatabase, sql: string, values: OperateValues): Promise<Bounded> {
  const [row] = await database.rows<{ jobs: number | string }>(sql, { ...values, limit: COUNTED + 1 });
  const found = Number(row?.jobs ?? 0);
  return { jobs: Math.min(found, COUNTED), more: found > COUNTED };
}
