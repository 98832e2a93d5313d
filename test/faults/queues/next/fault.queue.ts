import { bigint, defineQueue, int, json, type QueueDeclaration, tinyint, varchar } from "queuegen";
import type { FaultPayload } from "../fault.queue.js";

/** The queue `fault` a release later: a column more, an index more, another backoff. */
export const fault: QueueDeclaration = defineQueue("fault", {
  table: "fault_task",
  mode: "claim",
  columns: {
    id: bigint({ unsigned: true, autoIncrement: true }),
    status: tinyint({ unsigned: true, default: 0 }),
    claim_token: varchar(32, { null: true }),
    claim_time: int({ unsigned: true, null: true }),
    tenant: varchar(40, { default: "nobody" }),
    payload: json<FaultPayload>(),
  },
  indexes: { idx_status_id: ["status", "id"], idx_tenant: ["tenant"] },
  claim: { batch: 20, lease: "5s" },
  once: true,
  retry: { attempts: 5, backoff: { first: "100ms", factor: 2, max: "1s" } },
  worker: { concurrency: 10 },
});
