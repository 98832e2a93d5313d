import { type QueueModel, sqlId } from "@queuegen/model";
import { namesOf } from "./names.js";
import { writtenColumns } from "./read.js";

/** The two halves of a bulk INSERT: `insert` is followed by one `row` a job. Payload values go by their column's name, ours by names that no column may have. */
export interface ProducerSql {
  readonly insert: string;
  readonly row: string;
  /** Which of `:keys` are taken, for a queue with dedupe keys. */
  readonly duplicates: string | undefined;
}

export function producerSql(model: QueueModel): ProducerSql {
  const names = namesOf(model);
  const values = [
    [names.status, ":queuegen_status"],
    [names.run_at, ":queuegen_run_at"],
    [names.create_time, ":queuegen_now"],
    ...(names.dedupe_key === undefined ? [] : [[names.dedupe_key, ":queuegen_dedupe_key"]]),
    ...(names.uid === undefined ? [] : [[names.uid, ":queuegen_uid"]]),
    ...writtenColumns(model).map(({ name }) => [sqlId(name), `:${name}`]),
  ];
  return {
    insert: `INSERT INTO ${names.table} (${values.map(([column]) => column).join(", ")}) VALUES`,
    row: `(${values.map(([, value]) => value).join(", ")})`,
    duplicates:
      names.dedupe_key === undefined
        ? undefined
        : `SELECT ${names.idText} AS id, ${names.dedupe_key} AS k FROM ${names.table} WHERE ${names.dedupe_key} IN (:keys)`,
  };
}
