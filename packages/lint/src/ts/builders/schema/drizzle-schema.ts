import { ts } from "ts-morph";
import { calledName, isFunctionNode, keyOf, property, spanOf, unwrap } from "../../nodes.js";
import { type BuilderContext, type Link, linksOf } from "../chain.js";
import { returned } from "../operands.js";
import {
  type ChangeDraft,
  columnOfType,
  emptyDraft,
  isTrue,
  keyOn,
  type SchemaReader,
  textOf,
  toChange,
} from "./parts.js";

const TYPES: Readonly<Record<string, string>> = {
  boolean: "tinyint(1)",
  mysqlEnum: "enum",
  serial: "bigint unsigned",
};

/** Drizzle: `mysqlTable("task", { status: tinyint("status") }, (t) => [index("i").on(t.status, t.id)])`. */
export const readDrizzleSchema: SchemaReader = (links, context) => {
  const [link] = links;
  if (link === undefined || links.length > 1 || calledName(link.call) !== "mysqlTable") return undefined;
  const [name, given, keys] = link.args;
  const columns = given && unwrap(given);
  if (columns === undefined || !ts.isObjectLiteralExpression(columns)) return undefined;
  const draft = emptyDraft();
  const names = new Map<string, string>();
  for (const entry of columns.properties) {
    // What is spread into the table is not seen: then nothing is said about what is absent.
    if (!ts.isPropertyAssignment(entry)) return undefined;
    const key = keyOf(entry.name);
    const column = key === undefined ? undefined : readColumn(draft, key, entry, context);
    if (key !== undefined && column !== undefined) names.set(key, column);
  }
  for (const key of keyCalls(keys)) readKey(draft, linksOf(key, context.bindings), names, context);
  return toChange("create", name, draft, context, links);
};

/** `status: tinyint("status", { unsigned: true }).notNull()`; the name in the database, which is the key's where none is given. */
function readColumn(
  draft: ChangeDraft,
  key: string,
  entry: ts.PropertyAssignment,
  context: BuilderContext,
): string | undefined {
  const call = unwrap(entry.initializer);
  if (!ts.isCallExpression(call)) return undefined;
  const [first, ...attributes] = linksOf(call, context.bindings);
  if (first === undefined) return undefined;
  const given = textOf(first.args[0], context);
  const options = first.args.find((argument) => ts.isObjectLiteralExpression(unwrap(argument)));
  const name = given ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const word = first.name === "" ? calledName(first.call) : first.name;
  const length = property(options, "length")?.getText();
  const type = `${TYPES[word] ?? word}${length === undefined ? "" : `(${length})`}`;
  const span = spanOf(entry);
  draft.columns.push(columnOfType(name, isTrue(property(options, "unsigned")) ? `${type} unsigned` : type, span));
  for (const { name: attribute } of attributes) {
    if (attribute === "primaryKey") draft.keys.push(keyOn("primary", [name], undefined, span));
    if (attribute === "unique") draft.keys.push(keyOn("unique", [name], name, span));
  }
  return name;
}

/** What the third argument returns: a list, or an object, of calls. */
function keyCalls(node: ts.Expression | undefined): readonly ts.CallExpression[] {
  const inner = node && unwrap(node);
  const value = inner !== undefined && isFunctionNode(inner) ? returned(inner) : undefined;
  const list = value && unwrap(value);
  if (list === undefined) return [];
  const parts = ts.isArrayLiteralExpression(list)
    ? [...list.elements]
    : ts.isObjectLiteralExpression(list)
      ? list.properties.flatMap((p) => (ts.isPropertyAssignment(p) ? [p.initializer] : []))
      : [];
  return parts.map((part) => unwrap(part)).filter(ts.isCallExpression);
}

/** `index("i").on(t.status, t.id)`, `uniqueIndex("u").on(t.key)`, `unique().on(t.a)`, `primaryKey({ columns: [t.a, t.b] })` */
function readKey(
  draft: ChangeDraft,
  links: readonly Link[],
  names: ReadonlyMap<string, string>,
  context: BuilderContext,
): void {
  const [first] = links;
  if (first === undefined) return;
  const word = calledName(first.call);
  const on = links.find((link) => link.name === "on");
  const list = property(first.args[0], "columns");
  const inner = list && unwrap(list);
  const parts = on?.args ?? (inner !== undefined && ts.isArrayLiteralExpression(inner) ? inner.elements : []);
  const columns = parts.map((part) => {
    const column = undirected(unwrap(part));
    return ts.isPropertyAccessExpression(column) ? (names.get(column.name.text) ?? column.name.text) : "";
  });
  const kind =
    word === "primaryKey" ? "primary" : /unique/i.test(word) ? "unique" : word === "index" ? "key" : undefined;
  if (kind === undefined || columns.length === 0) return;
  const call = links.at(-1)!.call;
  draft.keys.push(keyOn(kind, columns, textOf(first.args[0], context), spanOf(call)));
}

/** `t.id` in `t.id.desc()` */
function undirected(node: ts.Expression): ts.Expression {
  const isDirected =
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^(?:asc|desc)$/.test(calledName(node));
  return isDirected ? unwrap((node.expression as ts.PropertyAccessExpression).expression) : node;
}
