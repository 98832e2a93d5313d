/** One column of a table interface: type read, inserted, updated. Structurally Kysely's `ColumnType`. */
export type Column<Select, Insert = Select, Update = Insert> = {
  readonly __select__: Select;
  readonly __insert__: Insert;
  readonly __update__: Update;
};

export type ColumnKind =
  | "tinyint"
  | "smallint"
  | "mediumint"
  | "int"
  | "bigint"
  | "decimal"
  | "float"
  | "double"
  | "char"
  | "varchar"
  | "tinytext"
  | "text"
  | "mediumtext"
  | "longtext"
  | "binary"
  | "varbinary"
  | "tinyblob"
  | "blob"
  | "mediumblob"
  | "longblob"
  | "json"
  | "date"
  | "year"
  | "datetime"
  | "timestamp"
  | "time"
  | "enum"
  | "boolean";

/** What the runtime must know of a payload column to store and read it without loss. Literals in generated code. */
export interface ColumnSpec {
  readonly type: ColumnKind;
  readonly unsigned?: boolean;
  /** Of a bigint in JavaScript. Default "string". */
  readonly mode?: "string" | "number" | "bigint";
  /** Characters of char and varchar, bytes of binary and varbinary. */
  readonly length?: number;
  /** Digits of a decimal in all; digits of the seconds' fraction of datetime, timestamp and time. Not given: not checked. */
  readonly precision?: number;
  /** Digits of a decimal after the point. */
  readonly scale?: number;
  /** Of an enum. */
  readonly values?: readonly string[];
  /** May be NULL. */
  readonly null?: boolean;
  /** Has a default, so that a job may leave it out. */
  readonly default?: boolean;
}

export type ColumnSpecs = Readonly<Record<string, ColumnSpec>>;
