import { ts } from "ts-morph";
import { conjuncts } from "../../facts/expression.js";
import type { TableUse, Verb } from "../../facts/statement.js";
import { heldObject } from "../held-object.js";
import { property, spanOf, unwrap } from "../nodes.js";
import { fillingOf, staticValue } from "../values.js";
import { type BuilderContext, type BuilderReader, callSpan, type Link } from "./chain.js";
import { Draft } from "./draft.js";
import { drizzleCondition, readSortKeys } from "./drizzle-expressions.js";
import { assignmentsOf, valueOperand } from "./operands.js";

const STARTS: Readonly<Record<string, Verb>> = {
  select: "select",
  selectDistinct: "select",
  update: "update",
  delete: "delete",
  insert: "insert",
};
const FOLLOWERS = ["from", "set", "where", "values"];

/** Drizzle: `db.select().from(task).where(eq(task.status, 0)).for("update")`. */
export const readDrizzle: BuilderReader = (links, context) => {
  const start = links.findIndex(
    (link, index) => Object.hasOwn(STARTS, link.name) && FOLLOWERS.includes(links[index + 1]?.name ?? ""),
  );
  // TypeORM spells `update(Task).set(...).where("id = :id")` the same.
  if (start === -1 || links.some((link) => link.name === "createQueryBuilder")) return undefined;
  const first = links[start]!;
  const tableNode = STARTS[first.name] === "select" ? links[start + 1]!.args[0] : first.args[0];
  if (tableNode === undefined || !isTableObject(tableNode, context)) return undefined;
  const draft = new Draft();
  draft.verb = STARTS[first.name]!;
  draft.tables.push(tableOfObject(tableNode, context));
  for (const link of links.slice(start)) readLink(draft, link, context);
  return draft.build(spanOf(links.at(-1)!.call));
};

/** A table is an object of the program: `task`, `schema.task`; where it is a text the builder is another one. */
function isTableObject(node: ts.Expression, context: BuilderContext): boolean {
  const inner = unwrap(node);
  if (!ts.isIdentifier(inner) && !ts.isPropertyAccessExpression(inner)) return false;
  return staticValue(inner, context.bindings) === undefined;
}

/** The name given to `mysqlTable("task", ...)` where the file has it, else that of the object. */
export function tableOfObject(node: ts.Expression, context: BuilderContext): TableUse {
  const inner = unwrap(node);
  const declared = ts.isIdentifier(inner) ? context.bindings.find(inner)?.initializer : undefined;
  const made = declared && unwrap(declared);
  const given = made !== undefined && ts.isCallExpression(made) ? made.arguments[0] : undefined;
  const name = given && fillingOf(given, context.bindings).value;
  const object = ts.isPropertyAccessExpression(inner) ? inner.name.text : inner.getText();
  return { name: typeof name === "string" ? name : object, alias: undefined, span: spanOf(node) };
}

function readLink(draft: Draft, link: Link, context: BuilderContext): void {
  const [first, second] = link.args;
  if (first === undefined) return;
  switch (link.name) {
    case "where":
    case "having":
      draft[link.name].push(...conjuncts(drizzleCondition(first, context)));
      return;
    case "set": {
      const values = heldObject(first, context.bindings);
      if (ts.isObjectLiteralExpression(values)) draft.sets.push(...assignmentsOf(values, context));
      return;
    }
    case "orderBy":
      for (const key of link.args) readSortKeys(draft, key, context);
      return;
    case "groupBy":
      draft.grouped = true;
      return;
    case "limit":
      draft.limitTo(valueOperand(first, context), callSpan(link));
      return;
    case "offset":
      draft.skip(valueOperand(first, context));
      return;
    case "for":
      draft.lockRows(staticValue(first, context.bindings) === "share" ? "share" : "update", callSpan(link));
      if (isTrue(property(second, "skipLocked"))) draft.waitFor("skip locked");
      if (isTrue(property(second, "noWait"))) draft.waitFor("nowait");
      return;
    default:
      if (/Join$/.test(link.name)) draft.tables.push(tableOfObject(first, context));
  }
}

function isTrue(node: ts.Expression | undefined): boolean {
  return node?.kind === ts.SyntaxKind.TrueKeyword;
}
