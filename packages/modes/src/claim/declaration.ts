import type { ModeDesign } from "@queuegen/model";
import { claimChecks } from "./checks.js";
import { claimColumns, claimIndexes } from "./columns.js";
import { claimOptions } from "./options.js";

/** What the declaration of a claim queue may say, and the table it makes. */
export const claimDeclaration: ModeDesign = {
  name: "claim",
  options: claimOptions,
  elsewhere: {
    delay: 'Every claim queue can delay jobs: pass { delay: "15m" } to the enqueue function.',
    concurrency: "It stands in worker: { concurrency }.",
    lease: "It stands in claim: { lease }.",
    batch: "It stands in claim: { batch }.",
    attempts: "It stands in retry: { attempts }.",
    backoff: "It stands in retry: { backoff }.",
  },
  columns: claimColumns,
  indexes: claimIndexes,
  checks: claimChecks,
};
