import type { ClaimLostError, HandlerTimeoutError } from "../errors.js";
import type { Moment } from "../time/lease-clock.js";
import type { Release } from "./outcome.js";

/**
 * Where a claimed job stands in this process: waiting for a slot; its start mark on the way; its handler running; the
 * handler over and the outcome not yet written; gone, written or lost.
 */
export type ClaimedState = "waiting" | "starting" | "running" | "ended" | "gone";

/** What a failed attempt leaves behind. */
export interface Failure {
  /** ms until the next attempt. */
  readonly delay: number;
  readonly error: string;
  /** What the handler threw, if it did. */
  readonly thrown?: unknown;
}

/** A job in hand. */
export class Claimed<Job> {
  readonly id: string;
  /** Number of this attempt, from 1. Begins anew where a mode has written down that part of the job is done. */
  attempt: number;
  readonly job: Job;
  /** Fence: every write of this claim names it. One for each round of claims, never used again. */
  readonly token: string;
  /** When the claim was sent. */
  readonly claimed: Moment;
  /** When the claim or its last confirmed heartbeat was sent. */
  renewed: Moment;
  state: ClaimedState = "waiting";
  /** By the monotonic clock, when it got its slot. */
  started = 0;
  /** The job's own transaction may hold its row: a heartbeat would wait for it, and hold up the rows of its neighbours. */
  locked = false;
  /** The handler's `ctx.transaction` while it runs. */
  transaction: Promise<unknown> | undefined = undefined;
  /** Its handler ended before its transaction, which must not commit any more. */
  abandoned: Error | undefined = undefined;
  /** Made when a handler asks for its signal. */
  controller: AbortController | undefined = undefined;
  lost: ClaimLostError | undefined = undefined;
  /** Its handler has had its time: what that still does counts for nothing. */
  timedOut: HandlerTimeoutError | undefined = undefined;
  failure: Failure | undefined = undefined;
  /** Given at enqueue, with the option `once`; "" for a job that was there before the option. */
  uid: string | undefined = undefined;
  /** Each `ctx.once` that runs, by its key. */
  onces: Map<string, Promise<unknown>> | undefined = undefined;
  /** The handler asked for this, whatever it returns. */
  released: Release | undefined = undefined;

  constructor(id: string, attempt: number, job: Job, token: string, claimed: Moment) {
    this.id = id;
    this.attempt = attempt;
    this.job = job;
    this.token = token;
    this.claimed = claimed;
    this.renewed = claimed;
  }

  /** Why its transaction must not commit any more. */
  get voided(): Error | undefined {
    return this.abandoned ?? this.timedOut;
  }

  /** From here on nothing that the handler does counts. */
  lose(error: ClaimLostError): void {
    this.lost = error;
    this.state = "gone";
    this.controller?.abort(error);
  }
}
