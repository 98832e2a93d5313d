import type { ClaimQueueOptions } from "./claim-queue-options.js";
import type { Column } from "./column.js";
import type { CursorQueueOptions } from "./cursor-queue-options.js";
import type { StandardColumnName } from "./standard-column-name.js";

declare const opaque: unique symbol;

/** A declared queue. Opaque: types come from the generated files. */
export interface QueueDeclaration {
  readonly [opaque]: never;
}

/** An index: its columns, or its columns and whether each entry is there once. */
export type QueueIndex<ColumnName extends string> =
  | readonly ColumnName[]
  | { readonly columns: readonly ColumnName[]; readonly unique?: boolean };

/** What `defineQueue` takes in mode cursor. */
export interface WalkQueueOptions<Columns> extends CursorQueueOptions {
  /** Name of the table whose rows the handler gets. It is there already, and the queue only reads it. */
  readonly table: string;
  /** "cursor": workers walk once over a table that is there, in ranges of its primary key. */
  readonly mode: "cursor";
  /** Columns of that table by their names: its primary key, and what the handler needs. */
  readonly columns: Columns;
}

/** What `defineQueue` takes in mode claim. */
export interface QueueOptions<Columns, Fields> extends ClaimQueueOptions {
  /** Name of the table. Default: the queue's name, `order-timeout` gives `order_timeout_task`. */
  readonly table?: string;
  /**
   * The table is the application's own: the queue adds its columns to it by `queuegen add --adopt`, and its migrations
   * touch nothing else. Default: false.
   */
  readonly adopted?: boolean;
  /** "claim": workers claim rows of the table by guarded updates. Default: "claim". */
  readonly mode?: "claim";
  /**
   * Columns by their names in the table: `id`, `status`, `claim_token` and `claim_time`, then the payload. The other
   * standard columns are added by the generator; name one here to retype or document it.
   */
  readonly columns: Columns;
  /** Indexes by name. The one on `status` and `id` must be there; the primary key is always `id`. */
  readonly indexes?: Readonly<Record<string, QueueIndex<ColumnNames<Columns, Fields>>>>;
  /** Other names of standard columns, for a table that has them already: `{ status: "notify_status" }`. */
  readonly fields?: Fields;
}

type ColumnNames<Columns, Fields> = (keyof Columns & string) | StandardColumnName | (Fields[keyof Fields] & string);

const declaration: QueueDeclaration = Object.freeze({}) as QueueDeclaration;

/**
 * Declares a queue. The file is read by queuegen and never run: it may hold literals, template strings, arithmetic,
 * consts and enum members of project files, object spread and column helpers. Export the result as a const with the
 * type `QueueDeclaration`.
 */
export const defineQueue: <
  const Columns extends Readonly<Record<string, Column>>,
  const Fields extends Readonly<Partial<Record<StandardColumnName, string>>> = Record<never, never>,
>(
  name: string,
  options: QueueOptions<Columns, Fields> | WalkQueueOptions<Columns>,
) => QueueDeclaration = () => declaration;
