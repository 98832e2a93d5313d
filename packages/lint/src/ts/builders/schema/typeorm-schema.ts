import { ts } from "ts-morph";
import { property, receiver, spanOf, unwrap } from "../../nodes.js";
import type { BuilderContext, Link } from "../chain.js";
import {
  type ChangeDraft,
  columnOfType,
  emptyDraft,
  isTrue,
  keyOn,
  namesOf,
  type SchemaReader,
  textOf,
  toChange,
} from "./parts.js";

const STARTS = {
  createTable: "create",
  dropTable: "drop",
  renameTable: "rename",
  addColumn: "alter",
  addColumns: "alter",
  changeColumn: "alter",
  dropColumn: "alter",
  renameColumn: "alter",
  createIndex: "alter",
  createIndices: "alter",
  createUniqueConstraint: "alter",
  dropIndex: "alter",
} as const;

/** TypeORM: `queryRunner.createTable(new Table({ name, columns, indices }))`, `queryRunner.createIndex("task", new TableIndex({ ... }))`. */
export const readTypeormSchema: SchemaReader = (links, context) => {
  const last = links.at(-1);
  const object = last && receiver(last.call);
  if (last === undefined || object === undefined || !Object.hasOwn(STARTS, last.name)) return undefined;
  if (!/(?:queryRunner|^runner|^qr)$/i.test(object.getText())) return undefined;
  const kind = STARTS[last.name as keyof typeof STARTS];
  const draft = emptyDraft();
  const [first, second, third] = last.args;
  if (kind === "create") {
    const table = madeOf(first);
    if (table === undefined) return undefined;
    for (const column of listOf(property(table, "columns"))) readColumn(draft, column, context);
    for (const index of listOf(property(table, "indices"))) readIndex(draft, index, "key", context);
    for (const index of listOf(property(table, "uniques"))) readIndex(draft, index, "unique", context);
    readEngine(draft, table, context);
    return toChange(kind, property(table, "name"), draft, context, [last]);
  }
  readChange(draft, last, context);
  if (kind === "rename") draft.renamedTo = textOf(second, context);
  if (last.name === "renameColumn") {
    const [from, to] = [textOf(second, context), textOf(third, context)];
    if (from !== undefined && to !== undefined) draft.renamedColumns.push({ from, to });
  }
  return toChange(kind, first, draft, context, [last]);
};

function readChange(draft: ChangeDraft, { name, args }: Link, context: BuilderContext): void {
  const [, second, third] = args;
  if (name === "addColumn" || name === "addColumns") for (const one of listOf(second)) readColumn(draft, one, context);
  if (name === "changeColumn") for (const one of listOf(third)) readColumn(draft, one, context);
  if (name === "createIndex" || name === "createIndices")
    for (const one of listOf(second)) readIndex(draft, one, "key", context);
  if (name === "createUniqueConstraint") for (const one of listOf(second)) readIndex(draft, one, "unique", context);
  if (name === "dropColumn") draft.droppedColumns.push(...namesOf(second, context));
  if (name === "dropIndex") draft.droppedKeys.push(...namesOf(second, context));
}

/** `{ name: "status", type: "varchar", length: "32", isPrimary: true }`, also inside `new TableColumn(...)`. */
function readColumn(draft: ChangeDraft, node: ts.Expression, context: BuilderContext): void {
  const column = madeOf(node);
  const name = textOf(property(column, "name"), context);
  if (column === undefined || name === undefined) return;
  const [type, length] = [textOf(property(column, "type"), context) ?? "", textOf(property(column, "length"), context)];
  const sized = length === undefined || type.includes("(") ? type : `${type}(${length})`;
  const span = spanOf(column);
  draft.columns.push(columnOfType(name, isTrue(property(column, "unsigned")) ? `${sized} unsigned` : sized, span));
  if (isTrue(property(column, "isPrimary"))) draft.keys.push(keyOn("primary", [name], undefined, span));
  if (isTrue(property(column, "isUnique"))) draft.keys.push(keyOn("unique", [name], name, span));
}

function readIndex(draft: ChangeDraft, node: ts.Expression, kind: "key" | "unique", context: BuilderContext): void {
  const index = madeOf(node);
  const columns = namesOf(property(index, "columnNames"), context);
  if (index === undefined || columns.length === 0) return;
  const own = isTrue(property(index, "isUnique")) ? "unique" : kind;
  draft.keys.push(keyOn(own, columns, textOf(property(index, "name"), context), spanOf(index)));
}

function readEngine(draft: ChangeDraft, table: ts.Expression, context: BuilderContext): void {
  const node = property(table, "engine");
  const name = textOf(node, context);
  if (node !== undefined && name !== undefined) draft.engine = { name, span: spanOf(node) };
}

/** The object given to `new Table({ ... })`, or the object itself. */
function madeOf(node: ts.Expression | undefined): ts.Expression | undefined {
  const inner = node && unwrap(node);
  return inner !== undefined && ts.isNewExpression(inner) ? inner.arguments?.[0] : inner;
}

function listOf(node: ts.Expression | undefined): readonly ts.Expression[] {
  const inner = node && unwrap(node);
  if (inner === undefined) return [];
  return ts.isArrayLiteralExpression(inner) ? inner.elements : [inner];
}
