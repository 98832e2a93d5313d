import type { QueueFacts } from "../harness/judge/violation.js";

/** A queue of the fault tests, with the numbers of its declaration that the judge needs. */
export interface FaultQueue {
  readonly key: "fault" | "brittle" | "isolated";
  readonly table: string;
  readonly facts: QueueFacts;
}

export const fault: FaultQueue = {
  key: "fault",
  table: "fault_task",
  facts: { leaseMs: 5_000, heartbeatMs: 1_666, attempts: 5 },
};

export const brittle: FaultQueue = {
  key: "brittle",
  table: "brittle_task",
  facts: { leaseMs: 5_000, heartbeatMs: 1_666, attempts: 2 },
};

export const isolated: FaultQueue = {
  key: "isolated",
  table: "isolated_task",
  facts: { leaseMs: 5_000, heartbeatMs: 1_666, attempts: 6 },
};
