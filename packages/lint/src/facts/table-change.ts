import type { Span } from "../source.js";

/** One change of a table's definition, as DDL states it. */
export interface TableChange {
  readonly kind: "create" | "alter" | "drop" | "rename";
  /** Without quotes and schema. */
  readonly table: string;
  /** The table's name. */
  readonly span: Span;
  readonly columns: readonly ColumnDefinition[];
  readonly keys: readonly KeyDefinition[];
  readonly droppedColumns: readonly string[];
  readonly droppedKeys: readonly string[];
  /** New name, where the change gives one. */
  readonly renamedTo: string | undefined;
}

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
