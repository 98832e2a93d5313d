/** The standard columns of a queue table, as `fields` names them. */
export type StandardColumnName =
  | "id"
  | "status"
  | "claim_token"
  | "claim_time"
  | "worker_id"
  | "attempts"
  | "create_time"
  | "start_time"
  | "finish_time"
  | "run_at"
  | "error_message"
  | "dedupe_key"
  | "uid";
