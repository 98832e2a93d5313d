import { bigint, defineQueue, int, json, type QueueDeclaration, tinyint, varchar } from "queuegen";

/** What the handler of the fault tests is to do. */
export interface FaultPayload {
  /**
   * `pass`: its effect, after `ms`. `gate`: waits until the test opens it. `hold`: the same after its effect. `block`: stops the event loop for `ms`.
   * `fail`: throws in the first `times` attempts. `dead`: says so. `kill`: SIGKILLs its own process in the first `times`
   * attempts. `transaction`: its effect in `ctx.transaction`, waiting for the test at its end. `swift`: the same without
   * waiting. `once`: its effect in `ctx.once`. `release`: gives the job back in the first `times` attempts. `hog`: holds a connection
   * of the pool until the test opens it. `spin`: an endless loop, and `exit`: ends its process, in the first `times` attempts.
   */
  act:
    | "pass"
    | "gate"
    | "hold"
    | "block"
    | "fail"
    | "dead"
    | "kill"
    | "transaction"
    | "swift"
    | "once"
    | "release"
    | "hog"
    | "spin"
    | "exit";
  ms?: number;
  times?: number;
  /** What is done in later attempts than `times` instead. */
  later?: "pass" | "gate";
  /** Of `gate`: does not listen when its claim is lost. */
  deaf?: boolean;
  /** Of `transaction`: writes the job's own row first, as adopted business tables do. */
  touch?: boolean;
}

/** The queue of most fault tests: the shortest lease there is, quick retries. */
export const fault: QueueDeclaration = defineQueue("fault", {
  table: "fault_task",
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
  once: true,
  retry: { attempts: 5, backoff: { first: "200ms", factor: 2, max: "2s" } },
  worker: { concurrency: 10 },
});
