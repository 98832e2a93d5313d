/** What every column takes. */
export interface ColumnOptions {
  /** Whether the column may be NULL. Default: false. */
  readonly null?: boolean;
  /** SQL comment. Default: the JSDoc above the column. */
  readonly comment?: string;
  /**
   * Only on adopted tables: "default" (has a default that is not repeated here), "generated" (computed by the server: read
   * only), "update" (ON UPDATE CURRENT_TIMESTAMP: statements of the queue leave it as it is).
   */
  readonly byServer?: "default" | "generated" | "update";
  /** What the column was called before: the next migration renames it and keeps what is in it. */
  readonly renamedFrom?: string;
}

/** A column that may have a default. */
export interface ColumnOptionsWithDefault<Value> extends ColumnOptions {
  /** Value of a row that leaves the column out. Default: none. */
  readonly default?: Value | null;
}

export interface IntegerOptions<Value = number> extends ColumnOptionsWithDefault<Value> {
  /** No negative values, twice the positive range. Default: false. */
  readonly unsigned?: boolean;
  /** Numbered by the server. Default: false. */
  readonly autoIncrement?: boolean;
}

export interface BigintOptions extends IntegerOptions<number | bigint> {
  /** How the value reaches JavaScript: "string" (digits, exact), "number" (refused beyond 2^53 - 1), "bigint". Default: "string". */
  readonly mode?: "string" | "number" | "bigint";
}

export interface DecimalOptions extends ColumnOptionsWithDefault<number | string> {
  /** No negative values. Default: false. */
  readonly unsigned?: boolean;
}

/** Of a text without bounds, which MySQL 5.7 gives no default. */
export interface LongTextOptions extends ColumnOptions {
  /** Character set. Default: that of the table, utf8mb4. */
  readonly charset?: string;
  /** Collation. Default: that of the character set. */
  readonly collate?: string;
}

export interface TextOptions extends LongTextOptions, ColumnOptionsWithDefault<string> {}

export interface MomentOptions<Value = string> extends ColumnOptionsWithDefault<Value> {
  /** Digits of a second, 0 to 6. Default: 0. */
  readonly precision?: number;
}
