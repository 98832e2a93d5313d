import { ts } from "ts-morph";
import {
  type ColumnDefinition,
  EMPTY_CHANGE,
  type Engine,
  type KeyDefinition,
  type Renaming,
  type TableChange,
} from "../../../facts/table-change.js";
import type { Span } from "../../../source.js";
import { spanOf, unwrap } from "../../nodes.js";
import { fillingOf } from "../../values.js";
import type { BuilderContext, Link } from "../chain.js";

/** Reads a call of a schema builder; `undefined` where it is none of its library. */
export type SchemaReader = (links: readonly Link[], context: BuilderContext) => ReadChange | undefined;

export interface ReadChange {
  readonly change: TableChange;
  /** The calls that it is made of. */
  readonly calls: readonly ts.CallExpression[];
}

/** A change of a table while its calls are read. */
export interface ChangeDraft {
  readonly columns: ColumnDefinition[];
  readonly keys: KeyDefinition[];
  readonly droppedColumns: string[];
  readonly droppedKeys: string[];
  readonly renamedColumns: Renaming[];
  engine: Engine | undefined;
  renamedTo: string | undefined;
}

export function emptyDraft(): ChangeDraft {
  return {
    columns: [],
    keys: [],
    droppedColumns: [],
    droppedKeys: [],
    renamedColumns: [],
    engine: undefined,
    renamedTo: undefined,
  };
}

/** `undefined` where the table's name is not known. */
export function toChange(
  kind: TableChange["kind"],
  name: ts.Expression | undefined,
  draft: ChangeDraft,
  context: BuilderContext,
  calls: readonly Link[],
): ReadChange | undefined {
  const table = name && textOf(name, context);
  if (name === undefined || table === undefined) return undefined;
  const own = { kind, form: "builder" as const, table: table.split(".").at(-1)!, span: spanOf(name) };
  const change = { ...EMPTY_CHANGE, ...draft, ...own, whole: spanOf(calls.at(-1)?.call ?? name) };
  return { change, calls: calls.map((link) => link.call) };
}

export function textOf(node: ts.Expression | undefined, context: BuilderContext): string | undefined {
  const value = node && fillingOf(node, context.bindings).value;
  return typeof value === "string" ? value : undefined;
}

export function isTrue(node: ts.Expression | undefined): boolean {
  return node !== undefined && unwrap(node).kind === ts.SyntaxKind.TrueKeyword;
}

/** `"a"` or `["a", "b"]` */
export function namesOf(node: ts.Expression | undefined, context: BuilderContext): string[] {
  const inner = node && unwrap(node);
  if (inner === undefined) return [];
  const items = ts.isArrayLiteralExpression(inner) ? [...inner.elements] : [inner];
  return items.flatMap((item) => textOf(item, context)?.split(/\s/)[0] ?? []);
}

/** A column by its type as SQL writes it: `varchar(32)`, `bigint unsigned`. */
export function columnOfType(name: string, type: string, span: Span): ColumnDefinition {
  const [, word = "", args, rest = ""] = /^\s*(\w+)\s*(?:\(([^)]*)\))?(.*)$/s.exec(type) ?? [];
  return {
    name,
    formerly: undefined,
    type: word.toLowerCase(),
    args: args === undefined ? [] : args.split(",").map((arg) => arg.trim()),
    unsigned: /\bunsigned\b/i.test(rest),
    nullable: true,
    span,
  };
}

export function keyOn(
  kind: KeyDefinition["kind"],
  columns: readonly string[],
  name: string | undefined,
  span: Span,
): KeyDefinition {
  return { kind, name: kind === "primary" ? "PRIMARY" : name, columns, visible: true, span };
}
