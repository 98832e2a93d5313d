/** A moment on both clocks: the monotonic one stops while a machine is suspended, the wall clock may be set back. */
export interface Moment {
  readonly monotonic: number;
  readonly wall: number;
}

export interface Clock {
  monotonic(): number;
  wall(): number;
}

export const systemClock: Clock = { monotonic: () => performance.now(), wall: () => Date.now() };

/**
 * Tells how long a claim may still be believed in. It is counted from *sending* the claim or heartbeat, since the
 * database stamps the row some time after that and never before.
 */
export class LeaseClock {
  readonly lease: number;
  readonly #clock: Clock;

  constructor(lease: number, clock: Clock = systemClock) {
    this.lease = lease;
    this.#clock = clock;
  }

  now(): Moment {
    return { monotonic: this.#clock.monotonic(), wall: this.#clock.wall() };
  }

  /** ms left of a claim sent then, by whichever clock shows more time gone; negative once it is over. */
  left(sent: Moment): number {
    return this.lease - Math.max(this.#clock.monotonic() - sent.monotonic, this.#clock.wall() - sent.wall);
  }
}
