import type { Rule } from "../rule.js";
import { ackAfterWork } from "./ack-after-work.js";
import { autoclaimPresent } from "./autoclaim-present.js";
import { busygroupHandled } from "./busygroup-handled.js";
import { candidateIndexShape } from "./candidate-index-shape.js";
import { candidateNeedsLimit } from "./candidate-needs-limit.js";
import { candidateOrderById } from "./candidate-order-by-id.js";
import { checkAffectedRows } from "./check-affected-rows.js";
import { claimNeedsClaimTime } from "./claim-needs-claim-time.js";
import { claimNeedsExpectedStatus } from "./claim-needs-expected-status.js";
import { consumerNameUnique } from "./consumer-name-unique.js";
import { idBoundNeedsIndexHint } from "./id-bound-needs-index-hint.js";
import { idempotencyLogUnique } from "./idempotency-log-unique.js";
import { loopNeedsPause } from "./loop-needs-pause.js";
import { loopNeedsStop } from "./loop-needs-stop.js";
import { markBeforeEnqueue } from "./mark-before-enqueue.js";
import { noBlockingCallInHandler } from "./no-blocking-call-in-handler.js";
import { noConnectionPerJob } from "./no-connection-per-job.js";
import { noDueFilterOnCandidates } from "./no-due-filter-on-candidates.js";
import { noEnumStatus } from "./no-enum-status.js";
import { noExitInHandler } from "./no-exit-in-handler.js";
import { noFireAndForgetInHandler } from "./no-fire-and-forget-in-handler.js";
import { noFullPayloadLikeScan } from "./no-full-payload-like-scan.js";
import { noFunctionalIndexOnBaseline } from "./no-functional-index-on-baseline.js";
import { noIndexOnClaimToken } from "./no-index-on-claim-token.js";
import { noListPop } from "./no-list-pop.js";
import { noLockHeldWork } from "./no-lock-held-work.js";
import { noLockedClaimInLongLoop } from "./no-locked-claim-in-long-loop.js";
import { noLockingReadOnQueue } from "./no-locking-read-on-queue.js";
import { noMemoryEngine } from "./no-memory-engine.js";
import { noModuloSharding } from "./no-modulo-sharding.js";
import { noNonatomicZsetPop } from "./no-nonatomic-zset-pop.js";
import { noOffsetPartition } from "./no-offset-partition.js";
import { noOrderByRand } from "./no-order-by-rand.js";
import { noOrderDependentConcurrency } from "./no-order-dependent-concurrency.js";
import { noOverlappingInterval } from "./no-overlapping-interval.js";
import { noRangeReclaim } from "./no-range-reclaim.js";
import { noReadThenSave } from "./no-read-then-save.js";
import { noSkipLockedOnBaseline } from "./no-skip-locked-on-baseline.js";
import { noSleepWhileBusy } from "./no-sleep-while-busy.js";
import { noSwallowedErrorInHandler } from "./no-swallowed-error-in-handler.js";
import { noTimeScanPoll } from "./no-time-scan-poll.js";
import { onlineDdl } from "./online-ddl.js";
import { payloadIdOnly } from "./payload-id-only.js";
import { payloadMeta } from "./payload-meta.js";
import { prefetchLimit } from "./prefetch-limit.js";
import { processingRemoval } from "./processing-removal.js";
import { reclaimNeedsTimeout } from "./reclaim-needs-timeout.js";
import { redundantQueueIndex } from "./redundant-queue-index.js";
import { requireClaimColumns } from "./require-claim-columns.js";
import { requireStatusIdIndex } from "./require-status-id-index.js";
import { reselectNeedsId } from "./reselect-needs-id.js";
import { retryColumns } from "./retry-columns.js";
import { retryNeedsBackoff } from "./retry-needs-backoff.js";
import { scoreUnit } from "./score-unit.js";
import { updateTimeForQueued } from "./update-time-for-queued.js";
import { writebackNeedsGuard } from "./writeback-needs-guard.js";

/** Every rule, in the order of the documentation. */
export const RULES: readonly Rule[] = [
  noModuloSharding,
  noOrderByRand,
  noLockHeldWork,
  noLockedClaimInLongLoop,
  noLockingReadOnQueue,
  noSkipLockedOnBaseline,
  noReadThenSave,
  claimNeedsExpectedStatus,
  claimNeedsClaimTime,
  checkAffectedRows,
  updateTimeForQueued,
  writebackNeedsGuard,
  reclaimNeedsTimeout,
  noRangeReclaim,
  retryNeedsBackoff,
  candidateNeedsLimit,
  candidateOrderById,
  candidateIndexShape,
  idBoundNeedsIndexHint,
  noDueFilterOnCandidates,
  noTimeScanPoll,
  noOffsetPartition,
  noFullPayloadLikeScan,
  reselectNeedsId,
  noSleepWhileBusy,
  loopNeedsStop,
  loopNeedsPause,
  noOverlappingInterval,
  noExitInHandler,
  noSwallowedErrorInHandler,
  noFireAndForgetInHandler,
  noConnectionPerJob,
  noBlockingCallInHandler,
  noOrderDependentConcurrency,
  requireStatusIdIndex,
  noEnumStatus,
  requireClaimColumns,
  retryColumns,
  idempotencyLogUnique,
  noMemoryEngine,
  redundantQueueIndex,
  noIndexOnClaimToken,
  onlineDdl,
  noFunctionalIndexOnBaseline,
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
