import { Session, type SessionOptions } from "../session/session.js";
import { pause } from "../time/pause.js";
import type { Events } from "./events.js";
import type { LeaseRow } from "./lease-row.js";
import type { Reclaim, Reclaimer } from "./source.js";

/** Ids of taken jobs in an event. */
const MOST_IDS = 10;
const PURGE_EVERY_MS = 10 * 60_000;

/** Heartbeat intervals from one round to the next. */
const ROUND = 0.65;

export interface MaintenanceOptions {
  readonly reclaimer: Reclaimer;
  readonly lease: LeaseRow;
  /** "auto": by the lease row. "all": here, whoever else does. "main": here, on the main node. */
  readonly runType: "auto" | "all" | "main";
  /** For the looks; reclaiming and purging take a connection of their own while they last. */
  readonly beat: Session;
  readonly session: SessionOptions;
  readonly events: Events;
  /** Of the logs that the queue writes. */
  readonly purgeLogs: readonly ((session: Session, signal: AbortSignal) => Promise<unknown>)[];
}

/** Takes back what dead workers hold and purges what is past its retention, on one process of the cluster. */
export class Maintenance {
  readonly #options: MaintenanceOptions;
  readonly #reclaim: Reclaim;
  readonly #stop = new AbortController();
  #rounds: Promise<void> = Promise.resolve();
  #held = false;
  /** When the lease row is asked about next, by the monotonic clock. */
  #askAt = Number.NEGATIVE_INFINITY;
  #taken: string[] = [];
  #purgeAt = performance.now();

  constructor(options: MaintenanceOptions) {
    this.#options = options;
    this.#reclaim = options.reclaimer.open({
      onError: (error) => this.#report(error),
      onTaken: (ids) => this.#taken.push(...ids.slice(0, MOST_IDS)),
    });
  }

  start(): void {
    if (this.#options.runType === "main" && process.env.QUEUEGEN_MAIN !== "1") return;
    this.#rounds = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#rounds;
    if (this.#held && this.#options.runType === "auto")
      await this.#options.lease.give(this.#options.beat).catch((error: unknown) => this.#report(error));
  }

  /** A claim must be seen expired twice, well over a heartbeat interval apart: that is two rounds later. */
  async #run(): Promise<void> {
    const tick = this.#options.reclaimer.heartbeat * ROUND;
    while (!this.#stop.signal.aborted) {
      try {
        await this.#round(tick);
      } catch (error) {
        this.#report(error);
      }
      await pause(tick, this.#stop.signal);
    }
  }

  async #round(tick: number): Promise<void> {
    const { beat } = this.#options;
    await this.#hold(tick);
    if (this.#stop.signal.aborted) return;
    // Every process looks. What is still there a round after the holder should have taken it, others take: the holder may
    // be dead or cut off, and to reclaim twice is safe.
    const ripe = await this.#reclaim.look(beat, this.#held ? 0 : tick);
    const purge = this.#held && performance.now() >= this.#purgeAt;
    if (ripe === 0 && !purge) return;
    const session = new Session(this.#options.session);
    try {
      if (ripe > 0) await this.#reclaimRipe(session);
      if (purge) await this.#purge(session);
    } finally {
      session.close();
    }
  }

  /** Held for three rounds, two thirds of a lease: free again before what its holder had claimed expires. Asked every other round. */
  async #hold(tick: number): Promise<void> {
    const { lease, beat, runType } = this.#options;
    const now = performance.now();
    if (runType !== "auto") this.#held = true;
    else if (now >= this.#askAt) {
      this.#held = await lease.hold(beat, 3 * tick);
      this.#askAt = now + 1.5 * tick;
    }
  }

  async #reclaimRipe(session: Session): Promise<void> {
    const { events, reclaimer } = this.#options;
    this.#taken = [];
    const count = await this.#reclaim.reclaim(session);
    const ids = this.#taken.slice(0, MOST_IDS);
    if (count > 0) events.emit("reclaimed", { queue: reclaimer.queue, count, ids });
  }

  async #purge(session: Session): Promise<void> {
    const { events, reclaimer } = this.#options;
    this.#purgeAt = performance.now() + PURGE_EVERY_MS;
    const count = await this.#reclaim.purge(session, this.#stop.signal);
    if (count > 0) events.emit("purged", { queue: reclaimer.queue, count });
    for (const purge of this.#options.purgeLogs) await purge(session, this.#stop.signal);
  }

  #report(error: unknown): void {
    if (!this.#stop.signal.aborted) this.#options.events.emit("error", { queue: this.#options.reclaimer.queue, error });
  }
}
