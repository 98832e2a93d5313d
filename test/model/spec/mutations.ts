import type { Invariant } from "./invariants.js";
import type { Rule } from "./rules.js";
import type { ScopeName } from "./scopes.js";

/** Without this rule the invariant fails; the explorer finds the shortest way to it in this scope. */
export interface Mutation {
  readonly without: Rule;
  readonly scope: ScopeName;
  readonly breaks: Invariant;
}

export const MUTATIONS: readonly Mutation[] = [
  { without: "claim.status", scope: "late", breaks: "legal-transition" },
  { without: "claim.attempts", scope: "stale", breaks: "started-with-mark" },
  { without: "claim.group", scope: "groups", breaks: "one-of-a-group" },
  { without: "claimDue.group", scope: "groups", breaks: "one-of-a-group" },
  { without: "claimDue.attempts", scope: "delays", breaks: "started-with-mark" },
  { without: "claimDue.due", scope: "delays", breaks: "no-early-start" },
  { without: "start.status", scope: "single", breaks: "final-is-final" },
  { without: "start.token", scope: "late", breaks: "owner-only" },
  { without: "heartbeat.status", scope: "outcomes", breaks: "final-is-final" },
  { without: "heartbeat.token", scope: "cut", breaks: "owner-only" },
  { without: "complete.status", scope: "late", breaks: "final-is-final" },
  { without: "complete.token", scope: "late", breaks: "owner-only" },
  { without: "commit.token", scope: "transactions", breaks: "owner-only" },
  { without: "retry.status", scope: "late", breaks: "legal-transition" },
  { without: "retry.token", scope: "late", breaks: "owner-only" },
  { without: "dead.status", scope: "outcomes", breaks: "final-is-final" },
  { without: "dead.token", scope: "outcomes", breaks: "owner-only" },
  { without: "back.status", scope: "outcomes", breaks: "legal-transition" },
  { without: "back.token", scope: "outcomes", breaks: "owner-only" },
  { without: "release.token", scope: "release", breaks: "owner-only" },
  { without: "reclaim.status", scope: "late", breaks: "final-is-final" },
  { without: "reclaim.age", scope: "frozen", breaks: "live-claim-kept" },
  { without: "reclaimAhead.status", scope: "back", breaks: "final-is-final" },
  { without: "reclaimAhead.exact", scope: "back", breaks: "live-claim-kept" },
  { without: "retryDead.status", scope: "operator", breaks: "legal-transition" },
  { without: "dueNow.status", scope: "operator", breaks: "legal-transition" },
  { without: "cancel.status", scope: "operator", breaks: "final-is-final" },
  { without: "releaseHeld.status", scope: "operator", breaks: "final-is-final" },
  { without: "releaseHeld.token", scope: "operator", breaks: "live-claim-kept" },
  { without: "purge.age", scope: "purge", breaks: "kept-its-time" },
  { without: "claim.counts", scope: "late", breaks: "starts-within-maximum" },
  { without: "claim.forgets-start", scope: "crashes", breaks: "neighbours-lose-one" },
  { without: "claimDue.clears-due", scope: "delays", breaks: "due-only-waiting" },
  { without: "complete.keeps-token", scope: "late", breaks: "honest-verdict" },
  { without: "retry.keeps-key", scope: "late", breaks: "key-retained" },
  { without: "release.gives-back", scope: "release", breaks: "neighbours-lose-one" },
  { without: "reclaim.unstarted-lives", scope: "crashes", breaks: "neighbours-lose-one" },
  { without: "reclaim.gives-back", scope: "crashes", breaks: "neighbours-lose-one" },
  { without: "reclaim.keeps-first", scope: "crashes", breaks: "starts-within-maximum" },
  { without: "reclaim.clears-token", scope: "single", breaks: "honest-verdict" },
  { without: "reclaim.start-last", scope: "crashes", breaks: "starts-within-maximum" },
  { without: "claim.fresh-token", scope: "alone", breaks: "done-by-a-run" },
  { without: "claim.token-per-statement", scope: "rounds", breaks: "owner-only" },
  { without: "start.marks-later-attempts", scope: "crashes", breaks: "started-with-mark" },
  { without: "start.marks-single-attempt", scope: "single", breaks: "started-with-mark" },
  { without: "start.confirmed", scope: "single", breaks: "started-with-mark" },
  { without: "start.gone-is-lost", scope: "deleted", breaks: "started-with-mark" },
  { without: "lease.from-sending", scope: "late", breaks: "live-claim-kept" },
  { without: "lease.judged-at-start", scope: "late", breaks: "started-within-lease" },
  { without: "lease.gives-up", scope: "cut", breaks: "live-claim-kept" },
  { without: "heartbeat.stamps-running", scope: "crashes", breaks: "neighbours-lose-one" },
  { without: "heartbeat.splits", scope: "held", breaks: "live-claim-kept" },
  { without: "release.waiting-only", scope: "release", breaks: "starts-within-maximum" },
  { without: "verdict.resends", scope: "late", breaks: "honest-verdict" },
  { without: "verdict.gone-is-finished", scope: "deleted", breaks: "honest-verdict" },
  { without: "transaction.rolls-back", scope: "transactions", breaks: "exact-effect" },
  { without: "transaction.asks", scope: "transactions", breaks: "honest-verdict" },
  { without: "transaction.waits", scope: "transactions", breaks: "honest-verdict" },
  { without: "fused.rolls-back", scope: "fused", breaks: "honest-verdict" },
  { without: "reclaimer.two-looks", scope: "jumps", breaks: "live-claim-kept" },
  { without: "reclaimer.reclaims", scope: "late", breaks: "good-end" },
];

/** A rule that another one stands in for: alone it may go, both may not. */
export interface Redundant {
  readonly rule: Rule;
  /** Taken away as well, the invariant fails in this scope; undefined: nothing that the model knows fails. */
  readonly beside?: Rule;
  readonly scope: ScopeName;
  readonly breaks?: Invariant;
  readonly why: string;
}

export const REDUNDANT: readonly Redundant[] = [
  {
    ...{ rule: "claimDue.status", beside: "claimDue.due", scope: "delays", breaks: "legal-transition" },
    why: "run_at is there in waiting rows only, so that the due time tells the status",
  },
  {
    ...{ rule: "reclaimAhead.ahead", beside: "reclaimAhead.exact", scope: "back", breaks: "live-claim-kept" },
    why: "what two looks have seen unchanged is not renewed by anybody, wherever the clock stands by now",
  },
  {
    ...{ rule: "purge.status", beside: "purge.age", scope: "purge", breaks: "legal-transition" },
    why: "what is no longer final has no finish_time",
  },
  {
    ...{ rule: "reclaim.strictly-older", beside: "reclaimer.two-looks", scope: "halves", breaks: "live-claim-kept" },
    why: "the second look comes a second or more later, and half a second is all that whole seconds can be wrong by",
  },
  {
    ...{ rule: "verdict.compares-status", beside: "reclaim.clears-token", scope: "late", breaks: "honest-verdict" },
    why: "no one but its owner leaves a token in a row",
  },
  {
    ...{ rule: "heartbeat.leaves-out-locked", scope: "held" },
    why: "the heartbeat goes on without the row that it waited for; but its neighbours wait with it for a second",
  },
  {
    ...{ rule: "commit.status", scope: "transactions" },
    why: "a claim writes no other outcome while its transaction is open, so a row with its token is still in work",
  },
  {
    ...{ rule: "release.status", scope: "release" },
    why: "a worker releases what waits, which has had no outcome, and the release takes its token away",
  },
  {
    ...{ rule: "release.unstarted", scope: "release" },
    why: "a worker releases what waits, and that has no mark: a claim clears it, a heartbeat stamps running rows only",
  },
  {
    ...{ rule: "reclaim.splits", scope: "beside" },
    why: "costs time only: the other rows are taken back when the transaction is over",
  },
];
