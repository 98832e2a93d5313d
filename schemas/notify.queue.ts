import { bigint, defineQueue, int, json, type QueueDeclaration, tinyint, varchar } from "queuegen";

/** What is shown to the user. */
export interface NotifyPayload {
  title: string;
  body: string;
}

/** Sends one notification through one channel. */
export const notify: QueueDeclaration = defineQueue("notify", {
  table: "notify_task",
  mode: "claim",
  columns: {
    id: bigint({ unsigned: true, autoIncrement: true }),
    status: tinyint({ unsigned: true, default: 0 }),
    claim_token: varchar(32, { null: true }),
    claim_time: int({ unsigned: true, null: true }),
    user_id: bigint({ unsigned: true, mode: "number" }),
    channel: varchar(16, { default: "mail" }),
    payload: json<NotifyPayload>(),
  },
  indexes: { idx_status_id: ["status", "id"] },
  retry: { attempts: 5, backoff: { first: "10s", factor: 2, max: "1h" } },
  worker: { concurrency: 10 },
});
