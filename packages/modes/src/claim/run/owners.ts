import {
  type Claimed,
  compile,
  type Inline,
  type Link,
  type SqlValues,
  type Statement,
} from "@queuegen/runtime/internal";
import type { RowKeys } from "./row-keys.js";
import { STATUS } from "./statements.js";

export interface Owner {
  readonly status: number;
  readonly token: string | null;
}

/**
 * Names rows in statements, with the tokens that guard them, and reads whose they are: always in autocommit, since inside a
 * transaction at REPEATABLE READ the answer may be old.
 */
export class Owners {
  readonly #verdict: Statement;
  readonly #settled: Statement;
  /** Ids as they stand in statements. */
  readonly list: (ids: readonly string[]) => Inline;

  constructor(verdict: string, keys: RowKeys) {
    this.list = keys.list;
    this.#verdict = compile(verdict);
    this.#settled = compile(`${verdict} LOCK IN SHARE MODE`);
  }

  /** By id; a row that is gone is not in the map. */
  read(link: Link, items: readonly Claimed<unknown>[]): Promise<ReadonlyMap<string, Owner>> {
    return this.#read(link, this.#verdict, items);
  }

  /** As `read`, after whatever transaction holds the rows: a commit that is still on its way has come by then, or never will. */
  settled(link: Link, items: readonly Claimed<unknown>[]): Promise<ReadonlyMap<string, Owner>> {
    return this.#read(link, this.#settled, items);
  }

  async #read(
    link: Link,
    statement: Statement,
    items: readonly Claimed<unknown>[],
  ): Promise<ReadonlyMap<string, Owner>> {
    const rows = await link.read(statement, { ids: this.list(items.map((item) => item.id)) });
    return new Map(
      rows.map(([id, status, token]) => [
        String(id),
        { status: Number(status), token: token === null ? null : String(token) },
      ]),
    );
  }

  /**
   * Guard of every write: the ids and the tokens they were claimed with. A list of tokens is as good as one token a row: an
   * id is in hand once, and no two claim statements share a token, so a row of the list can only meet its own.
   */
  fence(items: readonly Claimed<unknown>[]): SqlValues {
    const tokens = new Set<string>();
    for (const item of items) tokens.add(item.token);
    return { ids: this.list(items.map((item) => item.id)), tokens: [...tokens] };
  }
}

export function describeOwner({ status, token }: Owner): string {
  if (status === STATUS.processing) return "another worker has the job now";
  if (token === null) return "the job was taken back after its lease";
  return `another worker brought the job to status ${status}`;
}
