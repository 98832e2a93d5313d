import type { LeaseClock } from "../time/lease-clock.js";
import { pause } from "../time/pause.js";
import type { Hand } from "./hand.js";
import type { Source } from "./source.js";

/** Looks at the own leases at least this often. */
const WATCH_MS = 500;

export interface PulseOptions<Job> {
  readonly source: Source<Job>;
  readonly hand: Hand<Job>;
  readonly clock: LeaseClock;
  /** ms between two heartbeats. */
  readonly heartbeat: number;
  readonly onError: (error: unknown) => void;
}

/** Keeps the claims in hand alive, and gives up by itself what could not be renewed before its lease ended. */
export class Pulse<Job> {
  readonly #options: PulseOptions<Job>;
  readonly #stop = new AbortController();
  #beats: Promise<void> = Promise.resolve();
  #watch: NodeJS.Timeout | undefined;

  constructor(options: PulseOptions<Job>) {
    this.#options = options;
  }

  /** @param onBeat called before each heartbeat. */
  start(onBeat: () => void = () => {}): void {
    this.#beats = this.#beat(onBeat);
    this.#watch = setInterval(() => this.#giveUpExpired(), Math.min(WATCH_MS, this.#options.heartbeat / 2));
  }

  async stop(): Promise<void> {
    clearInterval(this.#watch);
    this.#stop.abort();
    await this.#beats;
  }

  async #beat(onBeat: () => void): Promise<void> {
    const { source, hand, heartbeat, onError } = this.#options;
    for (;;) {
      await pause(heartbeat, this.#stop.signal);
      if (this.#stop.signal.aborted) return;
      onBeat();
      const items = hand.toRenew();
      if (items.length === 0) continue;
      try {
        for (const { item, why } of await source.heartbeat(items)) hand.lose(item, why);
      } catch (error) {
        onError(error);
      }
    }
  }

  /** A handler that the lease no longer covers is told so, whether or not the database can be reached. */
  #giveUpExpired(): void {
    const { hand, clock } = this.#options;
    for (const item of hand.values()) {
      // A row held by its own transaction is safe from the reclaimer; an ended one is judged by its write.
      if (item.locked || item.state === "ended" || clock.left(item.renewed) > 0) continue;
      hand.lose(item, "its lease ended before it could be renewed");
    }
  }
}
