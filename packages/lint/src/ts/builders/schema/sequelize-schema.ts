import { ts } from "ts-morph";
import { keyOf, property, receiver, spanOf, unwrap } from "../../nodes.js";
import { type BuilderContext, callSpan } from "../chain.js";
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
  changeColumn: "alter",
  removeColumn: "alter",
  renameColumn: "alter",
  addIndex: "alter",
  removeIndex: "alter",
  addConstraint: "alter",
} as const;

/** Sequelize's types as SQL writes them, where the names differ. */
const TYPES: Readonly<Record<string, string>> = {
  STRING: "varchar(255)",
  INTEGER: "int",
  BOOLEAN: "tinyint(1)",
  UUID: "char(36)",
  DATE: "datetime",
  DATEONLY: "date",
  NUMBER: "int",
  JSONB: "json",
};

/** Sequelize: `queryInterface.createTable("task", { status: DataTypes.TINYINT })`, `queryInterface.addIndex("task", ["status", "id"])`. */
export const readSequelizeSchema: SchemaReader = (links, context) => {
  const last = links.at(-1);
  const object = last && receiver(last.call);
  if (last === undefined || object === undefined || !Object.hasOwn(STARTS, last.name)) return undefined;
  if (!/queryInterface$|(?:^|\.)context$|^qi$/i.test(object.getText())) return undefined;
  const draft = emptyDraft();
  const [table, second, third] = last.args;
  const span = callSpan(last);
  switch (last.name as keyof typeof STARTS) {
    case "createTable":
      readColumns(draft, second, context);
      readEngine(draft, third, context);
      break;
    case "renameTable":
      draft.renamedTo = textOf(second, context);
      break;
    case "addColumn":
    case "changeColumn": {
      const name = textOf(second, context);
      if (name !== undefined && third !== undefined) readColumn(draft, name, third, span, context);
      break;
    }
    case "removeColumn":
      draft.droppedColumns.push(...namesOf(second, context));
      break;
    case "renameColumn": {
      const [from, to] = [textOf(second, context), textOf(third, context)];
      if (from !== undefined && to !== undefined) draft.renamedColumns.push({ from, to });
      break;
    }
    case "addIndex":
    case "addConstraint":
      readIndex(draft, second, third, span, context);
      break;
    case "removeIndex": {
      const name = textOf(second, context);
      if (name !== undefined) draft.droppedKeys.push(name);
      break;
    }
  }
  return toChange(STARTS[last.name as keyof typeof STARTS], property(table, "tableName") ?? table, draft, context, [
    last,
  ]);
};

function readColumns(draft: ChangeDraft, node: ts.Expression | undefined, context: BuilderContext): void {
  const columns = node && unwrap(node);
  if (columns === undefined || !ts.isObjectLiteralExpression(columns)) return;
  for (const entry of columns.properties) {
    const key = ts.isPropertyAssignment(entry) ? keyOf(entry.name) : undefined;
    if (!ts.isPropertyAssignment(entry) || key === undefined) continue;
    const name = textOf(property(entry.initializer, "field"), context) ?? key;
    readColumn(draft, name, entry.initializer, spanOf(entry), context);
  }
}

/** `{ type: DataTypes.STRING(32), primaryKey: true }` or the type alone. */
function readColumn(
  draft: ChangeDraft,
  name: string,
  node: ts.Expression,
  span: { start: number; end: number },
  context: BuilderContext,
): void {
  draft.columns.push(columnOfType(name, typeText(property(node, "type") ?? node, context), span));
  if (isTrue(property(node, "primaryKey"))) draft.keys.push(keyOn("primary", [name], undefined, span));
  const unique = property(node, "unique");
  if (unique !== undefined && unique.kind !== ts.SyntaxKind.FalseKeyword)
    draft.keys.push(keyOn("unique", [name], textOf(unique, context) ?? name, span));
}

/** `DataTypes.BIGINT.UNSIGNED`, `Sequelize.STRING(32)`, `"VARCHAR(32)"` */
function typeText(node: ts.Expression, context: BuilderContext): string {
  const given = textOf(node, context);
  if (given !== undefined) return given;
  const [, word = "", args] =
    /(?:DataTypes|Sequelize|sequelize|types?)\.(\w+)(?:\(([^)]*)\))?/i.exec(node.getText()) ?? [];
  const own = TYPES[word] ?? word.toLowerCase();
  const sized = args === undefined || !/^\s*[\d'"]/.test(args) ? own : own.replace(/\(.*|$/, `(${args})`);
  return /\.UNSIGNED\b/.test(node.getText()) ? `${sized} unsigned` : sized;
}

/** `["status", "id"], { name, unique }` or `{ fields: [...], name, unique, type }` */
function readIndex(
  draft: ChangeDraft,
  second: ts.Expression | undefined,
  third: ts.Expression | undefined,
  span: { start: number; end: number },
  context: BuilderContext,
): void {
  const fields = property(second, "fields") ?? second;
  const options = property(second, "fields") === undefined ? third : second;
  const type = textOf(property(options, "type"), context)?.toLowerCase();
  if (type !== undefined && type !== "unique" && type !== "primary key") return;
  const kind =
    type === "primary key" ? "primary" : type === "unique" || isTrue(property(options, "unique")) ? "unique" : "key";
  const columns = fieldNames(fields, context);
  if (columns.length > 0) draft.keys.push(keyOn(kind, columns, textOf(property(options, "name"), context), span));
}

/** Names, and `{ name: "status", order: "DESC" }`. */
function fieldNames(node: ts.Expression | undefined, context: BuilderContext): string[] {
  const list = node && unwrap(node);
  if (list === undefined || !ts.isArrayLiteralExpression(list)) return [];
  return list.elements.flatMap((element) => textOf(property(element, "name") ?? element, context) ?? []);
}

function readEngine(draft: ChangeDraft, options: ts.Expression | undefined, context: BuilderContext): void {
  const node = property(options, "engine");
  const name = textOf(node, context);
  if (node !== undefined && name !== undefined) draft.engine = { name, span: spanOf(node) };
}
