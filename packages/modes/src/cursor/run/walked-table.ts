import { type Cell, compile, type Link, type SqlValues, type Statement } from "@queuegen/runtime/internal";
import { type Bounds, type Key, Keys, sharedColumns } from "./keys.js";
import type { CursorSpec } from "./spec.js";

type Rows = readonly (readonly Cell[])[];

/** The key that many rows on; or, where there are not so many, how many there are. */
export type Edge = { readonly key: Key } | { readonly key: undefined; readonly count: number };

/** Reads the table that is walked over, a stretch of its primary key at a time. */
export class WalkedTable {
  readonly keys: Keys;
  readonly #text: CursorSpec["walkStatements"];
  readonly #compiled = new Map<string, Statement>();

  constructor({ walk, walkStatements }: CursorSpec) {
    this.keys = new Keys(walk);
    this.#text = walkStatements;
  }

  async lowest(link: Link): Promise<Key | null> {
    return this.#key(await link.read(this.#statement("lowest")));
  }

  async highest(link: Link): Promise<Key | null> {
    return this.#key(await link.read(this.#statement("highest")));
  }

  /** The next rows behind the cursor, in the order of the key. */
  async rows(link: Link, { lo, at, hi }: Bounds, limit: number): Promise<Rows> {
    const rows = at === null ? [...(await link.read(this.#statement("rowsFirst"), this.keys.lo(lo)))] : [];
    let position = at ?? lo;
    for (const segment of this.#segments(position, hi)) {
      if (rows.length >= limit) break;
      const values = { ...this.#between(position, hi), limit: limit - rows.length };
      const found = await link.read(this.#statement(`rows${segment}`), values);
      rows.push(...found);
      position = this.keyOf(found.at(-1)) ?? position;
    }
    return rows;
  }

  /** Row number `n` behind `at`, counted from 1. */
  async edge(link: Link, at: Key, hi: Key, n: number): Promise<Edge> {
    const values = this.#between(at, hi);
    let count = 0;
    for (const segment of this.#segments(at, hi)) {
      const found = await link.read(this.#statement(`edge${segment}`), { ...values, skip: n - count - 1 });
      const key = this.#key(found);
      if (key !== null) return { key };
      count += await this.#count(link, segment, values, n - count);
    }
    return { key: undefined, count };
  }

  async count(link: Link, at: Key, hi: Key, most: number): Promise<number> {
    let count = 0;
    for (const segment of this.#segments(at, hi)) {
      count += await this.#count(link, segment, this.#between(at, hi), most - count);
    }
    return count;
  }

  keyOf(row: readonly Cell[] | undefined): Key | null {
    return row === undefined ? null : this.keys.read(row, 0);
  }

  #key(rows: Rows): Key | null {
    return this.keyOf(rows[0]);
  }

  async #count(link: Link, segment: string, values: SqlValues, limit: number): Promise<number> {
    const [row] = await link.read(this.#statement(`count${segment}`), { ...values, limit: Math.max(0, limit) });
    return Number(row?.[0] ?? 0);
  }

  #between(at: Key, hi: Key): SqlValues {
    return { ...this.keys.at(at), ...this.keys.hi(hi) };
  }

  /** From the cursor out of its first columns, across, and into those of the end. */
  #segments(at: Key, hi: Key): readonly string[] {
    const last = this.keys.size - 1;
    const shared = sharedColumns(at, hi);
    if (shared > last) return [];
    const inner = Array.from({ length: last - shared }, (_, index) => shared + 1 + index);
    return [
      ...[...inner].reverse().map((column) => `After${column}`),
      `Between${shared}`,
      ...inner.map((column) => `Upto${column}`),
    ];
  }

  #statement(name: string): Statement {
    let statement = this.#compiled.get(name);
    if (statement === undefined) {
      statement = compile(this.#text[name] ?? "");
      this.#compiled.set(name, statement);
    }
    return statement;
  }
}
