import { ts } from "ts-morph";
import type { Verb } from "../../facts/statement.js";
import { heldObject } from "../held-object.js";
import { holderOf, typeName } from "../holder.js";
import { property, receiver, spanOf } from "../nodes.js";
import type { BuilderContext, BuilderReader } from "./chain.js";
import { Draft } from "./draft.js";
import { readOptions } from "./model-options.js";
import { assignmentsOf } from "./operands.js";

const METHODS: Readonly<Record<string, Verb>> = {
  findAll: "select",
  findOne: "select",
  findAndCountAll: "select",
  update: "update",
  destroy: "delete",
};

/** Sequelize: `Task.findAll({ where: { status: 0 }, lock: t.LOCK.UPDATE, transaction: t })`. */
export const readSequelize: BuilderReader = (links, context) => {
  const last = links.at(-1);
  if (last === undefined || links.length > 2 || !Object.hasOwn(METHODS, last.name)) return undefined;
  const model = receiver(last.call);
  const name = model !== undefined && ts.isPropertyAccessExpression(model) ? model.name : model;
  if (model === undefined || name === undefined || !ts.isIdentifier(name)) return undefined;
  const table = modelName(model, name, context);
  if (table === undefined) return undefined;
  const options = last.name === "update" ? last.args[1] : last.args[0];
  if (
    property(options, "where") === undefined &&
    property(options, "order") === undefined &&
    property(options, "lock") === undefined
  )
    return undefined;
  const draft = new Draft();
  draft.verb = METHODS[last.name]!;
  draft.tables.push({ name: table, alias: undefined, span: spanOf(name) });
  readOptions(draft, options, context);
  if (last.name === "findOne") draft.limitTo({ kind: "value", value: 1, span: spanOf(name) }, spanOf(name));
  const values =
    last.name === "update" && last.args[0] !== undefined ? heldObject(last.args[0], context.bindings) : undefined;
  if (values !== undefined && ts.isObjectLiteralExpression(values)) draft.sets.push(...assignmentsOf(values, context));
  return draft.build(spanOf(last.call));
};

/** Models have capitals, or are held by something of the type `typeof Task` or of the name `taskModel`. */
function modelName(model: ts.Expression, name: ts.Identifier, { bindings }: BuilderContext): string | undefined {
  if (/^[A-Z]/.test(name.text)) return name.text;
  const type = holderOf(model, bindings)?.type;
  if (type !== undefined && ts.isTypeQueryNode(type)) return typeName(type);
  return /^(\w+)Model$/.exec(name.text)?.[1];
}
