import { type QueueModel, sqlId } from "@queuegen/model";
import type { Statement } from "./statement.js";

/**
 * Columns of an adopted table with ON UPDATE CURRENT_TIMESTAMP tell when the application changed a row. Set to itself such
 * a column stays as it is, so that claims and heartbeats are not taken for changes.
 */
export function leavingTimesAlone(model: QueueModel, statements: readonly Statement[]): readonly Statement[] {
  const columns = model.columns.filter(({ byServer }) => byServer === "update").map(({ name }) => sqlId(name));
  if (columns.length === 0) return statements;
  const kept = columns.map((name) => `${name} = ${name}, `).join("");
  return statements.map((one) => ({ ...one, sql: one.sql.replace(/^(UPDATE\s.*?\sSET )/s, (head) => head + kept) }));
}
