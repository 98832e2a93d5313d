import type { Rule } from "../rule.js";
import { noEnumStatus } from "./no-enum-status.js";
import { noLockHeldWork } from "./no-lock-held-work.js";
import { noLockedClaimInLongLoop } from "./no-locked-claim-in-long-loop.js";
import { noModuloSharding } from "./no-modulo-sharding.js";
import { noOrderByRand } from "./no-order-by-rand.js";
import { requireClaimColumns } from "./require-claim-columns.js";
import { requireStatusIdIndex } from "./require-status-id-index.js";

/** Every rule, in the order of the documentation. */
export const RULES: readonly Rule[] = [
  noModuloSharding,
  noOrderByRand,
  noLockHeldWork,
  noLockedClaimInLongLoop,
  requireStatusIdIndex,
  noEnumStatus,
  requireClaimColumns,
];
