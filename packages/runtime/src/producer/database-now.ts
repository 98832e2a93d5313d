import { NOW_MS } from "../sql/now.js";
import { Inline } from "../sql/statement.js";
import type { Producer } from "./producer-connection.js";

/** The time of an enqueue by the database's clock, in epoch ms: an expression that each row computes, or the number. */
export type DatabaseNow = Inline;

const EXPRESSION = new Inline(NOW_MS);

/** From so many rows on it is cheaper to ask once than to have the server parse and compute it for each row. */
const WORTH_ASKING = 100;

export async function databaseNow(producer: Producer, rows: number): Promise<DatabaseNow> {
  if (rows < WORTH_ASKING) return EXPRESSION;
  const [row] = await producer.run(false, (execute) =>
    execute.read({ sql: `SELECT CAST(${NOW_MS} AS CHAR) AS now`, values: [] }),
  );
  return new Inline(String(BigInt(String(row?.now))));
}
