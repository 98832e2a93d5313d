import { indexOn, keyKind, type QueueModel, type StandardField, sqlId } from "@queuegen/model";

/**
 * The names that the statements of a queue use. Quoted only where a server would not take them bare: inside a template
 * literal every backtick costs a backslash.
 */
export interface Names extends Readonly<Record<Exclude<StandardField, "dedupe_key" | "uid">, string>> {
  readonly table: string;
  readonly dedupe_key: string | undefined;
  readonly uid: string | undefined;
  /** The id as text: no option of a pool can lose a digit, and bytes are hex digits. */
  readonly idText: string;
  /** Rows behind `:floor`; "" where keys come in no order, so that no row is passed over. */
  readonly afterFloor: string;
  /** Rows behind `:after`, the last id of a page. */
  readonly afterPage: string;
  /** Index on (status, id): the head of the queue. */
  readonly byStatus: string;
  /** Index on (run_at): what is due. */
  readonly byRunAt: string;
}

export function namesOf(model: QueueModel): Names {
  const { dedupe_key: dedupeKey, uid } = model.fields;
  const name = (field: StandardField): string => sqlId(model.fields[field] ?? field);
  const id = name("id");
  const kind = keyKind(model);
  return {
    table: sqlId(model.table),
    id,
    idText: kind === "bytes" ? `LOWER(HEX(${id}))` : `CAST(${id} AS CHAR)`,
    afterFloor: kind === "integer" ? ` AND ${id} > :floor` : "",
    // Nothing is below every text, not even ''. Servers fold the constant half away.
    afterPage: kind === "integer" ? `${id} > :after` : `(:after IS NULL OR ${id} > :after)`,
    status: name("status"),
    claim_token: name("claim_token"),
    claim_time: name("claim_time"),
    worker_id: name("worker_id"),
    attempts: name("attempts"),
    create_time: name("create_time"),
    start_time: name("start_time"),
    finish_time: name("finish_time"),
    run_at: name("run_at"),
    error_message: name("error_message"),
    dedupe_key: dedupeKey === undefined ? undefined : sqlId(dedupeKey),
    uid: uid === undefined ? undefined : sqlId(uid),
    byStatus: sqlId(indexName(model, ["status", "id"])),
    byRunAt: sqlId(indexName(model, ["run_at"])),
  };
}

function indexName(model: QueueModel, fields: readonly StandardField[]): string {
  const index = indexOn(model, fields);
  if (index === undefined) throw new Error(`queue "${model.name}" has no index on (${fields.join(", ")})`);
  return index.name;
}
