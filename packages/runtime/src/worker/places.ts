/**
 * How many handlers run in a process over all its queues, and who gets a place that comes free: of the queues that have
 * work the one that uses least of its share. What one does not need, the others use.
 */
export class Places {
  readonly #total: number;
  readonly #queues: QueuePlaces[] = [];

  constructor(total: number) {
    this.#total = total;
  }

  /** @param onFree called when this queue may start more than before. */
  join(weight: number, onFree: () => void): QueuePlaces {
    const places = new QueuePlaces(this, weight, onFree);
    this.#queues.push(places);
    return places;
  }

  /** How many handlers this queue may start now. */
  freeFor(queue: QueuePlaces): number {
    const free = this.#total - this.#queues.reduce((sum, { running }) => sum + running, 0);
    const rivals = this.#queues.filter((other) => other !== queue && other.wants);
    if (free <= 0 || rivals.length === 0) return Math.max(0, free);
    // The next place goes to whoever would have least after it, by weight. (Multiplied first: 1 / 49 * 49 is less than 1,
    // and two queues of equal weight would wait for each other.)
    const most = Math.min(...rivals.map(({ running, weight }) => Math.floor(((running + 1) * queue.weight) / weight)));
    return Math.min(free, Math.max(0, most - queue.running));
  }

  /** Somebody needs less than before. */
  changed(by: QueuePlaces): void {
    for (const queue of this.#queues) if (queue !== by) queue.onFree();
  }

  leave(queue: QueuePlaces): void {
    this.#queues.splice(this.#queues.indexOf(queue), 1);
    this.changed(queue);
  }
}

/** The places of one queue. */
export class QueuePlaces {
  readonly #places: Places;
  readonly weight: number;
  readonly onFree: () => void;
  /** Handlers that have a place. */
  running = 0;
  #wants = false;

  constructor(places: Places, weight: number, onFree: () => void) {
    this.#places = places;
    this.weight = weight;
    this.onFree = onFree;
  }

  /** There is work for more handlers than run. */
  get wants(): boolean {
    return this.#wants;
  }

  want(more: boolean): void {
    const less = this.#wants && !more;
    this.#wants = more;
    if (less) this.#places.changed(this);
  }

  get free(): number {
    return this.#places.freeFor(this);
  }

  take(): void {
    this.running++;
  }

  give(): void {
    this.running--;
    this.#places.changed(this);
  }

  /** This queue starts nothing any more. */
  leave(): void {
    this.#places.leave(this);
  }
}
