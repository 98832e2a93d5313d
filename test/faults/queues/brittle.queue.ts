import { bigint, defineQueue, int, json, type QueueDeclaration, tinyint, varchar } from "queuegen";
import type { FaultPayload } from "./fault.queue.js";

/** Dead after two attempts, so that a job that kills its worker is seen to its end; one job at a time. */
export const brittle: QueueDeclaration = defineQueue("brittle", {
  table: "brittle_task",
  mode: "claim",
  columns: {
    id: bigint({ unsigned: true, autoIncrement: true }),
    status: tinyint({ unsigned: true, default: 0 }),
    claim_token: varchar(32, { null: true }),
    claim_time: int({ unsigned: true, null: true }),
    payload: json<FaultPayload>(),
  },
  indexes: { idx_status_id: ["status", "id"] },
  claim: { batch: 10, lease: "5s" },
  retry: { attempts: 2, backoff: { delay: "100ms" } },
  worker: { concurrency: 1 },
});
