import type { Span } from "../source.js";

/** One change of a table's definition, as DDL states it. Lists are empty where it does nothing of the kind. */
export interface TableChange {
  readonly kind: "create" | "alter" | "drop" | "rename";
  /** Whether it is SQL text or made by a builder's calls. */
  readonly form: "sql" | "builder";
  /** Without quotes and schema. */
  readonly table: string;
  /** The table's name. */
  readonly span: Span;
  /** The statement, or the builder's call. */
  readonly whole: Span;
  readonly columns: readonly ColumnDefinition[];
  readonly keys: readonly KeyDefinition[];
  readonly droppedColumns: readonly string[];
  readonly droppedKeys: readonly string[];
  readonly renamedColumns: readonly Renaming[];
  readonly renamedKeys: readonly Renaming[];
  /** ALTER INDEX ... VISIBLE, INVISIBLE. */
  readonly shownKeys: readonly { readonly name: string; readonly visible: boolean }[];
  /** New name, where the change gives one. */
  readonly renamedTo: string | undefined;
  /** The table that CREATE TABLE ... LIKE copies. */
  readonly likeTable: string | undefined;
  readonly engine: Engine | undefined;
  /** The last column or key in the list of a CREATE TABLE, with its attributes. */
  readonly last?: Span | undefined;
  /** Has an action for which the server may copy the table, and keep writers waiting meanwhile. */
  readonly mayCopy: boolean;
  /** ALGORITHM or LOCK is stated: the server refuses what it cannot do so. */
  readonly online: boolean;
}

export interface Renaming {
  readonly from: string;
  readonly to: string;
}

export interface Engine {
  /** As written: `InnoDB`, `MEMORY`. */
  readonly name: string;
  readonly span: Span;
}

export const EMPTY_CHANGE: Omit<TableChange, "kind" | "form" | "table" | "span" | "whole"> = {
  columns: [],
  keys: [],
  droppedColumns: [],
  droppedKeys: [],
  renamedColumns: [],
  renamedKeys: [],
  shownKeys: [],
  renamedTo: undefined,
  likeTable: undefined,
  engine: undefined,
  mayCopy: false,
  online: false,
};

export interface ColumnDefinition {
  readonly name: string;
  /** Name before this change, where it is renamed. */
  readonly formerly: string | undefined;
  /** In lower case: `tinyint`, `enum`. */
  readonly type: string;
  /** What stands in the type's parentheses, as written. */
  readonly args: readonly string[];
  readonly unsigned: boolean;
  readonly nullable: boolean;
  /** The definition's name and type. */
  readonly span: Span;
}

export interface KeyDefinition {
  readonly kind: "primary" | "unique" | "key" | "other";
  /** `PRIMARY` for the primary key. */
  readonly name: string | undefined;
  /** In key order; an expression is `""`. */
  readonly columns: readonly string[];
  readonly visible: boolean;
  readonly span: Span;
}
