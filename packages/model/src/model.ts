import type { PayloadType } from "./declaration.js";

/** The standard columns of section 2 of the queue protocol, by the words the code uses for them. */
export type StandardField =
  | "id"
  | "status"
  | "claim_token"
  | "claim_time"
  | "worker_id"
  | "attempts"
  | "create_time"
  | "start_time"
  | "finish_time"
  | "run_at"
  | "error_message"
  | "dedupe_key"
  | "uid";

/** How a 64-bit integer reaches JavaScript: digits as text (exact), a number (refused beyond 2^53 - 1), or a BigInt. */
export type BigintMode = "string" | "number" | "bigint";

export type ColumnType =
  | { readonly kind: "tinyint" | "smallint" | "mediumint" | "int"; readonly unsigned: boolean }
  | { readonly kind: "bigint"; readonly unsigned: boolean; readonly mode: BigintMode }
  | { readonly kind: "decimal"; readonly precision: number; readonly scale: number; readonly unsigned: boolean }
  | { readonly kind: "float" | "double" }
  | { readonly kind: "char" | "varchar"; readonly length: number; readonly charset?: string; readonly collate?: string }
  | {
      readonly kind: "tinytext" | "text" | "mediumtext" | "longtext";
      readonly charset?: string;
      readonly collate?: string;
    }
  | { readonly kind: "binary" | "varbinary"; readonly length: number }
  | { readonly kind: "tinyblob" | "blob" | "mediumblob" | "longblob" }
  | { readonly kind: "json"; readonly payload?: PayloadType }
  | { readonly kind: "date" | "year" }
  | { readonly kind: "datetime" | "timestamp" | "time"; readonly precision: number }
  | { readonly kind: "enum"; readonly values: readonly string[] }
  | { readonly kind: "boolean" };

/** "default": a default that the schema does not repeat. "generated": computed, read only. "update": the time of each UPDATE. */
export type ByServer = "default" | "generated" | "update";

export interface ColumnModel {
  /** Name in the database. */
  readonly name: string;
  /** Which standard column it is; `undefined` for a column of the user's payload. */
  readonly field: StandardField | undefined;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** `undefined`: none. `{ sql }` is an expression such as CURRENT_TIMESTAMP. */
  readonly default: string | number | bigint | boolean | null | { readonly sql: string } | undefined;
  readonly autoIncrement: boolean;
  /** Only on adopted tables: who writes it where an INSERT of the application's does not. */
  readonly byServer?: ByServer;
  /** What the column was called before: the next migration renames it where that one is still there. */
  readonly renamedFrom?: string;
  readonly comment: string | undefined;
  /** JSDoc of the property, carried into the generated types (and into the SQL comment where `comment` is absent). */
  readonly doc: string | undefined;
}

export interface IndexModel {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
}

/** One queue, complete and valid: the only input of the generator, the migrations and the schema rules of the linter. Frozen. */
export interface QueueModel {
  /** `order-timeout` */
  readonly name: string;
  /** `orderTimeout` */
  readonly key: string;
  /** `OrderTimeout` */
  readonly pascal: string;
  readonly mode: string;
  readonly table: string;
  /** The table is the application's own. The queue has added its columns to it and writes no others. */
  readonly adopted?: true;
  readonly doc: string | undefined;
  /** Schema file, relative to the project root, forward slashes. */
  readonly file: string;
  readonly exportName: string;
  /** Standard columns first in the order of the protocol, then the payload in the order declared. */
  readonly columns: readonly ColumnModel[];
  /** Without the primary key, which is always `id`. */
  readonly indexes: readonly IndexModel[];
  /** Name in the database of each standard column that this queue has. */
  readonly fields: Readonly<Partial<Record<StandardField, string>>>;
  /** Validated options of the mode, all defaults filled in, durations in ms. */
  readonly options: ClaimOptions;
  /** Only in mode cursor, whose own table holds ranges of this one. */
  readonly walk?: WalkModel;
}

/** A table of the application's that a queue walks over and only reads. */
export interface WalkModel extends WalkOptions {
  readonly table: string;
  /** What handlers get of each row, in the order declared; the key is among them. */
  readonly columns: readonly ColumnModel[];
}

/** How a table is walked over. Durations in ms. */
export interface WalkOptions {
  /** Columns of the primary key, in its order. */
  readonly key: readonly string[];
  /** SQL of the condition on the rows that handlers get; null: all. */
  readonly where: string | null;
  /** Most rows that a handler gets at once. */
  readonly batch: number;
  /** How long a handler should take for one batch, which gets smaller until it does; null: as long as it likes. */
  readonly batchTime: number | null;
  /** Rows a second, of all processes together; null = no limit. */
  readonly throttle: number | null;
  /** Name of the queue's own table; null = the one that follows from its name. */
  readonly rangeTable: string | null;
}

/** Options of mode claim, with every default filled in. Durations in ms. */
export interface ClaimOptions {
  readonly claim: {
    /** "adaptive" (at most 1000), or fixed. */
    readonly batch: number | "adaptive";
    readonly lease: number;
    readonly heartbeat: number;
    readonly skipLocked: boolean;
  };
  readonly retry: {
    /** 0 = no limit. */
    readonly attempts: number;
    readonly backoff: Backoff;
  };
  readonly dedupe: boolean;
  /** Has the column `uid`, and `ctx.once` with its log. */
  readonly once: boolean;
  readonly retention: {
    readonly onSuccess: "keep" | "delete";
    /** How long done and dead rows stay; null = for ever. */
    readonly done: number | null;
    readonly dead: number | null;
    /** How long the idempotency log remembers a key, and rows of the run log stay; null = for ever. */
    readonly once: number | null;
    readonly runLog: number | null;
  };
  readonly worker: {
    readonly style: "loop" | "window";
    readonly concurrency: number;
    /** What an operator can raise the concurrency of one process to. */
    readonly maxConcurrency: number;
    /** Share of the places of a process that runs several queues with a total. */
    readonly weight: number;
    /** Only in style "window". */
    readonly frequency: number | null;
    readonly maxRunTime: number | null;
    readonly runType: "auto" | "all" | "main";
    /** Who takes back what lost workers hold, and purges. */
    readonly maintenance: "auto" | "all" | "main";
    /** Keeps one row a round in the table run_log. */
    readonly runLog: boolean;
    /** How long one attempt may take; null = no limit. */
    readonly timeout: number | null;
    readonly isolation: "none" | "process";
    /** Of each child process; null = no limit. Only with isolation "process". */
    readonly maxMemoryMb: number | null;
  };
}

export type Backoff =
  | {
      readonly kind: "exponential";
      readonly first: number;
      readonly factor: number;
      readonly max: number;
      readonly jitter: number;
    }
  | { readonly kind: "list"; readonly delays: readonly number[]; readonly jitter: number }
  | { readonly kind: "fixed"; readonly delay: number; readonly jitter: number };
