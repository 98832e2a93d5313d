import { type Cell, digits, type SqlValue, type SqlValues } from "@queuegen/runtime/internal";
import { rangeNames } from "../range-names.js";
import type { WalkSpec } from "./spec.js";

/** A key of the table that is walked over, column by column: digits, text or bytes. */
export type Key = readonly Exclude<Cell, null | number>[];

/** Where a range begins, how far it has come and where it ends. `at` is null before the first row, which is `lo` itself. */
export interface Bounds {
  readonly lo: Key;
  readonly at: Key | null;
  readonly hi: Key;
}

/** Parameters and cells of keys. */
export class Keys {
  readonly #names: readonly string[];
  readonly #words: readonly string[];

  constructor({ key }: Pick<WalkSpec, "key">) {
    this.#names = Object.keys(key);
    this.#words = Object.values(key);
  }

  get size(): number {
    return this.#names.length;
  }

  get names(): readonly string[] {
    return this.#names;
  }

  /** The key that begins at this cell; null where it is NULL. */
  read(cells: readonly Cell[], from: number): Key | null {
    const key = cells.slice(from, from + this.size).map((cell) => (typeof cell === "number" ? String(cell) : cell));
    return key.some((cell) => cell === null || cell === undefined) ? null : (key as unknown as Key);
  }

  /** Bounds as statements read them: lo, at, hi. */
  bounds(cells: readonly Cell[], from: number): Bounds | null {
    const lo = this.read(cells, from);
    const hi = this.read(cells, from + 2 * this.size);
    return lo === null || hi === null ? null : { lo, at: this.read(cells, from + this.size), hi };
  }

  /** Bounds of a claimed range, whose columns are there by their names. */
  ofRange(range: Readonly<Record<string, unknown>>): Bounds {
    const bounds = (["lo", "at", "hi"] as const).flatMap((bound) =>
      this.#names.map((name) => (range[rangeNames(name)[bound]] ?? null) as Cell),
    );
    const read = this.bounds(bounds, 0);
    if (read === null) throw new Error(`range ${String(range.id)} has no bounds`);
    return read;
  }

  lo(key: Key | null): SqlValues {
    return this.#values(key, (name) => rangeNames(name).lo);
  }

  at(key: Key | null): SqlValues {
    return this.#values(key, (name) => rangeNames(name).at);
  }

  hi(key: Key | null): SqlValues {
    return this.#values(key, (name) => rangeNames(name).hi);
  }

  old(key: Key | null): SqlValues {
    return this.#values(key, (name) => `old_${rangeNames(name).at}`);
  }

  mid(key: Key): SqlValues {
    return this.#values(key, (name) => `mid_${name}`);
  }

  near(key: Key): SqlValues {
    return this.#values(key, (name) => `near_${name}`);
  }

  #values(key: Key | null, parameter: (name: string) => string): SqlValues {
    return Object.fromEntries(
      this.#names.map((name, index): [string, SqlValue] => [parameter(name), this.#value(key?.[index] ?? null, index)]),
    );
  }

  #value(cell: Cell, index: number): SqlValue {
    return cell !== null && this.#words[index] === "integer" ? digits([String(cell)]) : cell;
  }
}

export function sameKey(a: Key | null, b: Key | null): boolean {
  if (a === null || b === null) return a === b;
  return sharedColumns(a, b) === a.length;
}

/** How many columns from the first on are equal, byte by byte. */
export function sharedColumns(a: Key, b: Key): number {
  const index = a.findIndex((cell, i) => !sameCell(cell, b[i]));
  return index < 0 ? a.length : index;
}

function sameCell(a: string | Uint8Array, b: string | Uint8Array | undefined): boolean {
  if (typeof a === "string" || typeof b === "string" || b === undefined) return a === b;
  return Buffer.compare(a, b) === 0;
}
