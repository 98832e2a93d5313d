import { ts } from "ts-morph";
import type { Expression } from "../../facts/expression.js";
import type { TableUse, Verb } from "../../facts/statement.js";
import { heldObject } from "../held-object.js";
import { type Holder, holderOf, typeArgument, typeName } from "../holder.js";
import { calledName, property, receiver, spanOf, unwrap } from "../nodes.js";
import { type BuilderContext, type BuilderReader, callSpan, type Link } from "./chain.js";
import { Draft } from "./draft.js";
import { readOptions } from "./model-options.js";
import { assignmentsOf, compare, valueOperand } from "./operands.js";
import { whereObject } from "./where-object.js";

const FINDERS: Readonly<Record<string, Verb>> = {
  find: "select",
  findOne: "select",
  findOneOrFail: "select",
  findBy: "select",
  findOneBy: "select",
  findAndCount: "select",
  update: "update",
  delete: "delete",
};
const OPTIONS = ["where", "lock", "order", "take", "relations", "select"];
const REPOSITORY = /(?:Repository|Repo|[mM]anager|^em|^repo|^repository)$/;
const MANAGER_TYPE = /(?:EntityManager|DataSource|Connection|QueryRunner)$/;

/** TypeORM and MikroORM: `repo.find({ where, lock })`, `manager.update(Task, { id }, { status: 1 })`, `Task.findOneBy(...)` */
export const readTypeormRepository: BuilderReader = (links, context) => {
  const last = links.at(-1);
  if (last === undefined || !Object.hasOwn(FINDERS, last.name)) return undefined;
  const object = receiver(last.call);
  if (object === undefined) return undefined;
  const [head, next] = last.args;
  const isEntity = isEntityName(head);
  // `tx.findOne(Task, { ... })`: nobody but an entity manager takes a class and an object.
  const isManaged = isEntity && next !== undefined && ts.isObjectLiteralExpression(unwrap(next));
  if (!isManaged && !isRepository(object, context) && !isActiveRecord(last)) return undefined;
  const [criteria, values] = isEntity ? last.args.slice(1) : last.args;
  const draft = new Draft();
  draft.verb = FINDERS[last.name]!;
  draft.tables.push(entityOf(isEntity ? last : { ...last, args: [] }, context));
  if (criteria === undefined) return undefined;
  const takesOptions =
    draft.verb === "select" &&
    !last.name.endsWith("By") &&
    OPTIONS.some((key) => property(criteria, key) !== undefined);
  if (takesOptions) readOptions(draft, criteria, context);
  else draft.where.push(...(byId(criteria, context) ?? whereObject(criteria, context)));
  // MikroORM: `em.findOne(Task, { status: 0 }, { lockMode: LockMode.PESSIMISTIC_WRITE })`
  if (draft.verb === "select" && !takesOptions) readOptions(draft, values, context);
  if (/One/.test(last.name)) draft.limitTo({ kind: "value", value: 1, span: callSpan(last) }, callSpan(last));
  const changed = values && heldObject(values, context.bindings);
  if (draft.verb === "update" && changed !== undefined && ts.isObjectLiteralExpression(changed))
    draft.sets.push(...assignmentsOf(changed, context));
  return draft.build(spanOf(last.call));
};

function isEntityName(node: ts.Expression | undefined): boolean {
  return node !== undefined && ts.isIdentifier(unwrap(node)) && /^[A-Z]/.test(node.getText());
}

/** By its name, by the type the file gives it, or by what it is made of. */
function isRepository(object: ts.Expression, context: BuilderContext): boolean {
  if (REPOSITORY.test(nameOf(object)) || isMade(object)) return true;
  const holder = holderOf(object, context.bindings);
  const type = typeName(holder?.type);
  return (type !== undefined && (REPOSITORY.test(type) || MANAGER_TYPE.test(type))) || isMade(holder?.initializer);
}

/** `getRepository(Task)` */
function isMade(node: ts.Expression | undefined): node is ts.CallExpression {
  const inner = node && unwrap(node);
  return inner !== undefined && ts.isCallExpression(inner) && calledName(inner) === "getRepository";
}

/** `Task.find({ where: { status: 0 } })`: the options tell it from a document store. */
function isActiveRecord({ name, call, args }: Link): boolean {
  if (!isEntityName(receiver(call)) || args.length > 1) return false;
  return name.endsWith("By") || (name.startsWith("find") && property(args[0], "where") !== undefined);
}

function nameOf(object: ts.Expression): string {
  return ts.isPropertyAccessExpression(object) ? object.name.text : object.getText();
}

/** `update(job.id, ...)`, `delete([1, 2])`: the criteria may be the key itself. */
function byId(criteria: ts.Expression, context: BuilderContext): readonly Expression[] | undefined {
  const inner = unwrap(criteria);
  const name = ts.isPropertyAccessExpression(inner) ? inner.name.text : ts.isIdentifier(inner) ? inner.text : "";
  const isKey =
    ts.isNumericLiteral(inner) ||
    ts.isStringLiteralLike(inner) ||
    (ts.isArrayLiteralExpression(inner) && !inner.elements.some((one) => ts.isObjectLiteralExpression(unwrap(one)))) ||
    /(?:^|[a-z_])ids?$|(?:Id|ID|Ids)$/.test(name);
  if (!isKey) return undefined;
  const value = valueOperand(inner, context);
  const operator = value.kind === "list" || /s$/i.test(name) ? "in" : "=";
  return [
    compare({ kind: "column", table: undefined, name: "id", span: spanOf(inner) }, operator, value, spanOf(inner)),
  ];
}

/** The entity given, that of `getRepository(Task)` or `Repository<Task>`, or what the repository is called: `this.taskRepository`. */
export function entityOf(link: Link, context: BuilderContext): TableUse {
  const given = link.args.find((argument) => ts.isIdentifier(unwrap(argument)));
  const span = callSpan(link);
  if (given !== undefined) return { name: given.getText(), alias: undefined, span };
  const object = receiver(link.call);
  return { name: object && entityHeld(object, holderOf(object, context.bindings)), alias: undefined, span };
}

function entityHeld(object: ts.Expression, holder: Holder | undefined): string | undefined {
  const made = [object, holder?.initializer].find(isMade);
  if (made !== undefined) return (unwrap(made) as ts.CallExpression).arguments[0]?.getText();
  if (isEntityName(object)) return object.getText();
  return typeArgument(holder?.type) ?? /^(\w+?)(?:Repository|Repo)$/.exec(nameOf(object))?.[1];
}
