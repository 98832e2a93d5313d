/**
 * Numbers texts in the order in which they first come. It keeps 64 bits of each text, not the text: two of some millions of
 * texts are taken for one with a probability of about one in a million, and a run then sees one state less.
 */
export class Visited {
  readonly #most: number;
  readonly #high: Uint32Array;
  readonly #low: Uint32Array;
  /** Open addressing, at most half full; number + 1, 0 is free. */
  readonly #slots: Int32Array;
  readonly #mask: number;
  #size = 0;
  #found = 0;

  constructor(most: number) {
    this.#most = most;
    this.#high = new Uint32Array(most);
    this.#low = new Uint32Array(most);
    const slots = 2 ** Math.ceil(Math.log2(2 * most + 2));
    this.#slots = new Int32Array(slots);
    this.#mask = slots - 1;
  }

  get size(): number {
    return this.#size;
  }

  /** The number of this text; -1 where there is none. */
  find(text: string): number {
    let high = 0x811c9dc5;
    let low = 0x9e3779b9;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      high = Math.imul(high ^ code, 0x01000193);
      low = Math.imul(low ^ (code + (high >>> 15)), 0x85ebca6b);
      low ^= low >>> 13;
    }
    high = Math.imul(high ^ (high >>> 16), 0xc2b2ae35) >>> 0;
    low = (low ^ (low >>> 16)) >>> 0;
    let slot = (low ^ high) & this.#mask;
    for (;;) {
      const number = this.#slots[slot]! - 1;
      if (number < 0) break;
      if (this.#high[number] === high && this.#low[number] === low) return number;
      slot = (slot + 1) & this.#mask;
    }
    this.#found = slot;
    if (this.#size < this.#most) {
      this.#high[this.#size] = high;
      this.#low[this.#size] = low;
    }
    return -1;
  }

  /** Numbers the text that was just not found; false: there is no room. */
  add(): boolean {
    if (this.#size === this.#most) return false;
    this.#slots[this.#found] = ++this.#size;
    return true;
  }
}
