import { bigint, defineQueue, int, json, type QueueDeclaration, tinyint, varchar } from "queuegen";
import type { FaultPayload } from "./fault.queue.js";

/** Handlers in child processes, which are killed at a short time-out. */
export const isolated: QueueDeclaration = defineQueue("isolated", {
  table: "isolated_task",
  mode: "claim",
  columns: {
    id: bigint({ unsigned: true, autoIncrement: true }),
    status: tinyint({ unsigned: true, default: 0 }),
    claim_token: varchar(32, { null: true }),
    claim_time: int({ unsigned: true, null: true }),
    payload: json<FaultPayload>(),
  },
  indexes: { idx_status_id: ["status", "id"] },
  claim: { batch: 20, lease: "5s" },
  retry: { attempts: 6, backoff: { delay: "200ms" } },
  worker: { concurrency: 2, isolation: "process", timeout: "3s" },
});
