import { ts } from "ts-morph";
import { isInlineFunction, receiver, spanOf, unwrap } from "../../nodes.js";
import { type BuilderContext, callSpan, type Link, linksOf } from "../chain.js";
import {
  type ChangeDraft,
  columnOfType,
  emptyDraft,
  keyOn,
  namesOf,
  type SchemaReader,
  textOf,
  toChange,
} from "./parts.js";

const STARTS = {
  createTable: "create",
  createTableIfNotExists: "create",
  alterTable: "alter",
  table: "alter",
  dropTable: "drop",
  dropTableIfExists: "drop",
  renameTable: "rename",
} as const;

/** What the methods of a table make: the type as SQL writes it. */
const TYPES: Readonly<Record<string, string>> = {
  ...{
    increments: "int unsigned",
    bigIncrements: "bigint unsigned",
    integer: "int",
    tinyint: "tinyint",
    smallint: "smallint",
    mediumint: "mediumint",
  },
  ...{
    bigInteger: "bigint",
    bigint: "bigint",
    boolean: "tinyint(1)",
    float: "float",
    double: "double",
    decimal: "decimal",
    text: "text",
  },
  ...{
    string: "varchar(255)",
    varchar: "varchar(255)",
    char: "char",
    uuid: "char(36)",
    binary: "blob",
    json: "json",
    jsonb: "json",
  },
  ...{
    date: "date",
    datetime: "datetime",
    dateTime: "datetime",
    timestamp: "timestamp",
    time: "time",
    enum: "enum",
    enu: "enum",
  },
};

/** Knex: `knex.schema.createTable("task", (table) => { table.enum("status", [...]); table.index(["status", "id"]); })`. */
export const readKnexSchema: SchemaReader = (links, context) => {
  const last = links.at(-1);
  const object = last && receiver(last.call);
  if (last === undefined || !Object.hasOwn(STARTS, last.name) || object === undefined || !isSchema(object))
    return undefined;
  const kind = STARTS[last.name as keyof typeof STARTS];
  const draft = emptyDraft();
  const build = last.args.map(unwrap).find(isInlineFunction);
  if (kind === "rename") draft.renamedTo = textOf(last.args[1], context);
  else if (build === undefined && kind !== "drop") return undefined;
  if (build !== undefined && ts.isBlock(build.body)) {
    for (const statement of build.body.statements) readStatement(draft, statement, context);
  }
  // A chain may make several tables: only its last call is this one.
  return toChange(kind, last.args[0], draft, context, [last]);
};

/** `knex.schema`, also with calls behind it. */
function isSchema(object: ts.Expression): boolean {
  let at = object;
  while (ts.isCallExpression(at)) at = receiver(at) ?? at.expression;
  return ts.isPropertyAccessExpression(at) && at.name.text === "schema";
}

function readStatement(draft: ChangeDraft, statement: ts.Statement, context: BuilderContext): void {
  if (!ts.isExpressionStatement(statement)) return;
  const call = unwrap(statement.expression);
  if (!ts.isCallExpression(call)) return;
  const [first, ...rest] = linksOf(call, context.bindings);
  if (first !== undefined) readEntry(draft, first, rest, context);
}

function readEntry(draft: ChangeDraft, entry: Link, attributes: readonly Link[], context: BuilderContext): void {
  const [first, second] = entry.args;
  const span = callSpan(entry);
  const name = textOf(first, context);
  if (["index", "unique", "primary"].includes(entry.name)) {
    const kind = entry.name === "index" ? "key" : (entry.name as "unique" | "primary");
    draft.keys.push(keyOn(kind, namesOf(first, context), textOf(second, context), span));
  } else if (entry.name === "engine") {
    if (name !== undefined && first !== undefined) draft.engine = { name, span: spanOf(first) };
  } else if (entry.name === "renameColumn") {
    const to = textOf(second, context);
    if (name !== undefined && to !== undefined) draft.renamedColumns.push({ from: name, to });
  } else if (entry.name === "dropColumn" || entry.name === "dropColumns")
    draft.droppedColumns.push(...entry.args.flatMap((arg) => namesOf(arg, context)));
  else if (entry.name === "dropIndex" || entry.name === "dropUnique") {
    const dropped = textOf(second, context);
    if (dropped !== undefined) draft.droppedKeys.push(dropped);
  } else if (name !== undefined || entry.name.endsWith("ncrements"))
    readColumn(draft, entry, name ?? "id", attributes, context);
}

function readColumn(
  draft: ChangeDraft,
  entry: Link,
  name: string,
  attributes: readonly Link[],
  context: BuilderContext,
): void {
  const [first, second] = entry.args;
  const own = entry.name === "specificType" ? textOf(second, context) : TYPES[entry.name];
  if (own === undefined) return;
  const length = second === undefined ? undefined : second.getText();
  const type =
    length !== undefined && /^(?:var)?char/.test(own) && /^\d+$/.test(length)
      ? own.replace(/\(.*/, "").concat(`(${length})`)
      : own;
  const span = first === undefined ? callSpan(entry) : { start: callSpan(entry).start, end: spanOf(entry.call).end };
  draft.columns.push(columnOfType(name, type, span));
  if (entry.name.endsWith("ncrements")) draft.keys.push(keyOn("primary", [name], undefined, span));
  for (const { name: attribute } of attributes) {
    if (attribute === "primary" || attribute === "unique") draft.keys.push(keyOn(attribute, [name], undefined, span));
    if (attribute === "index") draft.keys.push(keyOn("key", [name], undefined, span));
  }
}
