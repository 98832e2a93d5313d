import { type ColumnModel, type QueueModel, sqlId } from "@queuegen/model";
import type { Names } from "./names.js";

/** Columns that the user's handler gets, in the order declared. */
export function payloadColumns(model: QueueModel): readonly ColumnModel[] {
  return model.columns.filter((column) => column.field === undefined);
}

/** Columns that `enqueue` writes. */
export function writtenColumns(model: QueueModel): readonly ColumnModel[] {
  return payloadColumns(model).filter(({ byServer }) => byServer !== "generated");
}

/** The SELECT list of a candidate whose payload is read after the claim. */
export function candidateList(names: Names): string {
  return `${names.idText} AS job_id, ${names.attempts} AS job_attempts`;
}

/** The SELECT list of a job: id, attempts so far, payload, and last its uid where it has one. */
export function jobList(model: QueueModel, names: Names): string {
  const payload = payloadColumns(model).map(readColumn);
  const uid = names.uid === undefined ? [] : [`${names.uid} AS job_uid`];
  return [`${names.idText} AS job_id`, `${names.attempts} AS job_attempts`, ...payload, ...uid].join(", ");
}

/**
 * Types whose JavaScript value would depend on options of the user's pool (64-bit integers, decimals, dates, JSON) are
 * read as text and decoded by the runtime.
 */
function readColumn(column: ColumnModel): string {
  const name = sqlId(column.name);
  return readAsText.has(column.type.kind) ? `CAST(${name} AS CHAR) AS ${name}` : name;
}

export const readAsText: ReadonlySet<ColumnModel["type"]["kind"]> = new Set([
  "bigint",
  "decimal",
  "json",
  "date",
  "datetime",
  "timestamp",
  "time",
]);
