import type { Rule } from "../rule.js";
import { ackAfterWork } from "./ack-after-work.js";
import { autoclaimPresent } from "./autoclaim-present.js";
import { busygroupHandled } from "./busygroup-handled.js";
import { candidateNeedsLimit } from "./candidate-needs-limit.js";
import { claimNeedsClaimTime } from "./claim-needs-claim-time.js";
import { claimNeedsExpectedStatus } from "./claim-needs-expected-status.js";
import { consumerNameUnique } from "./consumer-name-unique.js";
import { markBeforeEnqueue } from "./mark-before-enqueue.js";
import { noDueFilterOnCandidates } from "./no-due-filter-on-candidates.js";
import { noEnumStatus } from "./no-enum-status.js";
import { noListPop } from "./no-list-pop.js";
import { noLockHeldWork } from "./no-lock-held-work.js";
import { noLockedClaimInLongLoop } from "./no-locked-claim-in-long-loop.js";
import { noModuloSharding } from "./no-modulo-sharding.js";
import { noNonatomicZsetPop } from "./no-nonatomic-zset-pop.js";
import { noOrderByRand } from "./no-order-by-rand.js";
import { noRangeReclaim } from "./no-range-reclaim.js";
import { noReadThenSave } from "./no-read-then-save.js";
import { payloadIdOnly } from "./payload-id-only.js";
import { payloadMeta } from "./payload-meta.js";
import { prefetchLimit } from "./prefetch-limit.js";
import { processingRemoval } from "./processing-removal.js";
import { reclaimNeedsTimeout } from "./reclaim-needs-timeout.js";
import { requireClaimColumns } from "./require-claim-columns.js";
import { requireStatusIdIndex } from "./require-status-id-index.js";
import { reselectNeedsId } from "./reselect-needs-id.js";
import { scoreUnit } from "./score-unit.js";
import { writebackNeedsGuard } from "./writeback-needs-guard.js";

/** Every rule, in the order of the documentation. */
export const RULES: readonly Rule[] = [
  noModuloSharding,
  noOrderByRand,
  noLockHeldWork,
  noLockedClaimInLongLoop,
  noReadThenSave,
  claimNeedsExpectedStatus,
  claimNeedsClaimTime,
  writebackNeedsGuard,
  reclaimNeedsTimeout,
  noRangeReclaim,
  candidateNeedsLimit,
  noDueFilterOnCandidates,
  reselectNeedsId,
  requireStatusIdIndex,
  noEnumStatus,
  requireClaimColumns,
  noListPop,
  noNonatomicZsetPop,
  prefetchLimit,
  markBeforeEnqueue,
  ackAfterWork,
  consumerNameUnique,
  busygroupHandled,
  autoclaimPresent,
  payloadIdOnly,
  payloadMeta,
  scoreUnit,
  processingRemoval,
];
