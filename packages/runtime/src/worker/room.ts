import type { Bell } from "../time/bell.js";
import type { BatchSize } from "./batch-size.js";
import type { Control } from "./control.js";
import type { Places, QueuePlaces } from "./places.js";
import type { Slots } from "./slots.js";

/** A place that another process frees is seen this soon. */
const LOOK_AGAIN_MS = 240;
const FIRST_LOOK_MS = 20;
const GROWTH = 1.5;

/** Of all queues of the process, and this one's share of them. */
export interface SharedPlaces {
  readonly all: Places;
  readonly weight: number;
}

export interface RoomOptions<Job> {
  readonly control: Control;
  readonly size: BatchSize;
  readonly slots: () => Slots<Job>;
  /** Whether more is claimed than can start now. */
  readonly ahead: boolean;
  /** Jobs whose row is in work by us: those that ended and are not written back are. */
  readonly held: () => number;
  /** Rings when a slot came free, or something else may let more be claimed. */
  readonly bell: Bell;
  readonly shared: SharedPlaces | undefined;
  /** Is there work? */
  readonly poll: () => Promise<number>;
}

/** How many jobs may be claimed now, and the wait for room where it is none. */
export class Room<Job> {
  readonly #options: RoomOptions<Job>;
  readonly places: QueuePlaces | undefined;
  #lookIn = FIRST_LOOK_MS;

  constructor(options: RoomOptions<Job>) {
    const { shared, slots, bell } = options;
    this.#options = options;
    this.places = shared?.all.join(shared.weight, () => {
      slots().fill();
      bell.ring();
    });
  }

  get now(): number {
    const { control, size, slots, held, ahead } = this.#options;
    const { load, running } = slots();
    const { globalConcurrency } = control;
    if (control.paused) return 0;
    // What all processes share, and what other queues of this one may need first, is not claimed ahead.
    if (globalConcurrency !== null) {
      return Math.max(0, Math.min(load.free - load.waiting, globalConcurrency - held()));
    }
    if (this.places !== undefined && load.free === 0 && running === 0) return 0;
    if (!ahead) return Math.max(0, load.free - load.waiting);
    return size.room(load, performance.now());
  }

  /** Until there is room, or the control row is old. */
  async wait(): Promise<void> {
    const { control, slots, bell, poll } = this.#options;
    const age = control.age(performance.now());
    const { places } = this;
    if (places === undefined || control.paused || places.free > 0) {
      if (control.paused) places?.want(false);
      await bell.wait(age);
      return;
    }
    // Other queues of the process have all places. Whether there is work for one that comes free decides who gets it.
    places.want(slots().load.waiting > 0 || (await poll()) === 0);
    await bell.wait(Math.min(age, LOOK_AGAIN_MS));
  }

  /** A claim found work. */
  claimed(): void {
    this.#lookIn = FIRST_LOOK_MS;
    this.places?.want(true);
  }

  /** There is work, but all processes together have as much as they may: what ends here rings, what ends elsewhere is looked for. */
  async waitForOthers(): Promise<void> {
    this.places?.want(false);
    const ms = this.#lookIn * (0.9 + 0.1 * Math.random());
    this.#lookIn = Math.min(LOOK_AGAIN_MS, this.#lookIn * GROWTH);
    await this.#options.bell.wait(ms);
  }
}
