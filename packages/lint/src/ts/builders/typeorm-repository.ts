import { ts } from "ts-morph";
import type { TableUse, Verb } from "../../facts/statement.js";
import { calledName, property, receiver, spanOf, unwrap } from "../nodes.js";
import { type BuilderReader, callSpan, type Link } from "./chain.js";
import { Draft } from "./draft.js";
import { readOptions } from "./model-options.js";
import { assignmentsOf } from "./operands.js";
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

/** TypeORM: `repo.find({ where, lock })`, `manager.update(Task, { id }, { status: 1 })` */
export const readTypeormRepository: BuilderReader = (links, context) => {
  const last = links.at(-1);
  if (last === undefined || !Object.hasOwn(FINDERS, last.name)) return undefined;
  const object = receiver(last.call);
  const holder = object !== undefined && ts.isPropertyAccessExpression(object) ? object.name.text : object?.getText();
  const isRepository = object !== undefined && ts.isCallExpression(object) && calledName(object) === "getRepository";
  if (!isRepository && !REPOSITORY.test(holder ?? "")) return undefined;
  const [head] = last.args;
  const isEntity = head !== undefined && ts.isIdentifier(unwrap(head)) && /^[A-Z]/.test(head.getText());
  const [criteria, values] = isEntity ? last.args.slice(1) : last.args;
  const draft = new Draft();
  draft.verb = FINDERS[last.name]!;
  draft.tables.push(entityOf(isEntity ? last : { ...last, args: [] }));
  if (criteria === undefined) return undefined;
  const takesOptions =
    draft.verb === "select" &&
    !last.name.endsWith("By") &&
    OPTIONS.some((key) => property(criteria, key) !== undefined);
  if (takesOptions) readOptions(draft, criteria, context);
  else draft.where.push(...whereObject(criteria, context));
  // MikroORM: `em.findOne(Task, { status: 0 }, { lockMode: LockMode.PESSIMISTIC_WRITE })`
  if (draft.verb === "select" && !takesOptions) readOptions(draft, values, context);
  if (/One/.test(last.name)) draft.limitTo({ kind: "value", value: 1, span: callSpan(last) }, callSpan(last));
  const changed = values && unwrap(values);
  if (draft.verb === "update" && changed !== undefined && ts.isObjectLiteralExpression(changed))
    draft.sets.push(...assignmentsOf(changed, context));
  return draft.build(spanOf(last.call));
};

/** The entity given, that of `getRepository(Task)`, or what the repository is called: `this.taskRepository`. */
export function entityOf(link: Link): TableUse {
  const given = link.args.find((argument) => ts.isIdentifier(unwrap(argument)));
  const span = callSpan(link);
  if (given !== undefined) return { name: given.getText(), alias: undefined, span };
  const object = receiver(link.call);
  if (object !== undefined && ts.isCallExpression(object) && calledName(object) === "getRepository") {
    return { name: object.arguments[0]?.getText(), alias: undefined, span };
  }
  const holder = object !== undefined && ts.isPropertyAccessExpression(object) ? object.name.text : object?.getText();
  const named = /^(\w+?)(?:Repository|Repo)$/.exec(holder ?? "")?.[1];
  return { name: named, alias: undefined, span };
}
