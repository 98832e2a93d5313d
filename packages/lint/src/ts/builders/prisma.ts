import { ts } from "ts-morph";
import type { Verb } from "../../facts/statement.js";
import { heldObject } from "../held-object.js";
import { holderOf, typeName } from "../holder.js";
import { property, receiver, rootName, spanOf, unwrap } from "../nodes.js";
import type { BuilderContext, BuilderReader } from "./chain.js";
import { Draft } from "./draft.js";
import { readOptions } from "./model-options.js";
import { assignmentsOf } from "./operands.js";

const METHODS: Readonly<Record<string, Verb>> = {
  ...{
    findMany: "select",
    findFirst: "select",
    findFirstOrThrow: "select",
    findUnique: "select",
    findUniqueOrThrow: "select",
  },
  ...{ update: "update", updateMany: "update", delete: "delete", deleteMany: "delete" },
};
const CLIENT = /^(?:this\.)?(?:_?prisma|prismaClient|prismaService|tx|trx|db|client)$/;
const CLIENT_TYPE = /^(?:\w*Prisma(?:Client|Service)|TransactionClient)$/;

/** Prisma: `prisma.notifyTask.updateMany({ where: { id, status: 0 }, data: { status: 1 } })`. */
export const readPrisma: BuilderReader = (links, context) => {
  const last = links.at(-1);
  if (last === undefined || !Object.hasOwn(METHODS, last.name)) return undefined;
  const model = receiver(last.call);
  if (model === undefined || !ts.isPropertyAccessExpression(model) || !isClient(model, context)) return undefined;
  const [options] = last.args;
  const object = options && heldObject(options, context.bindings);
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return undefined;
  const draft = new Draft();
  draft.verb = METHODS[last.name]!;
  draft.tables.push({ name: model.name.text, alias: undefined, span: spanOf(model.name) });
  readOptions(draft, object, context);
  if (/First|Unique/.test(last.name))
    draft.limitTo({ kind: "value", value: 1, span: spanOf(model.name) }, spanOf(model.name));
  const data = property(object, "data");
  const values = data && heldObject(data, context.bindings);
  if (values !== undefined && ts.isObjectLiteralExpression(values)) draft.sets.push(...assignmentsOf(values, context));
  return draft.build(spanOf(last.call));
};

/** What a model is taken from: a client by its name, by the type the file gives it, or by what it is made of. */
function isClient(model: ts.PropertyAccessExpression, { bindings }: BuilderContext): boolean {
  if (CLIENT.test(rootName(model) ?? "")) return true;
  const holder = holderOf(model.expression, bindings);
  const made = holder?.initializer && unwrap(holder.initializer);
  return (
    CLIENT_TYPE.test(typeName(holder?.type) ?? "") ||
    (made !== undefined && ts.isNewExpression(made) && CLIENT_TYPE.test(made.expression.getText()))
  );
}
