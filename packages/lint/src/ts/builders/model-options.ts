import { ts } from "ts-morph";
import type { Lock } from "../../facts/statement.js";
import { property, spanOf, unwrap } from "../nodes.js";
import { fillingOf, staticValue } from "../values.js";
import type { BuilderContext } from "./chain.js";
import type { Draft } from "./draft.js";
import { assignmentsOf, columnOf, rawSortKeys, valueOperand } from "./operands.js";
import { functionCall, whereObject } from "./where-object.js";

/** Reads `{ where, take | limit, skip | offset, order | orderBy, lock, skipLocked }` as Sequelize, TypeORM and Prisma take it. */
export function readOptions(draft: Draft, options: ts.Expression | undefined, context: BuilderContext): void {
  const where = property(options, "where");
  if (where !== undefined) draft.where.push(...whereObject(where, context));
  const count = property(options, "take") ?? property(options, "limit");
  if (count !== undefined) draft.limitTo(valueOperand(count, context), spanOf(count));
  const offset = property(options, "skip") ?? property(options, "offset");
  if (offset !== undefined) draft.skip(valueOperand(offset, context));
  const order = property(options, "order") ?? property(options, "orderBy");
  if (order !== undefined) readOrder(draft, order, context);
  const lock = property(options, "lock") ?? property(options, "lockMode");
  if (lock !== undefined) readLock(draft, lock, context);
  const skips = property(options, "skipLocked");
  if (skips?.kind === ts.SyntaxKind.TrueKeyword) draft.waitFor("skip locked");
}

/** `lock: true`, `lock: t.LOCK.UPDATE`, `lock: "UPDATE"`, `lock: { mode: "pessimistic_write", onLocked: "skip_locked" }` */
function readLock(draft: Draft, node: ts.Expression, context: BuilderContext): void {
  const mode = property(node, "mode") ?? property(node, "level") ?? node;
  const strength = lockStrength(mode, context);
  if (strength === undefined) return;
  draft.lockRows(strength, spanOf(node));
  const onLocked = property(node, "onLocked");
  const locked = onLocked && staticValue(onLocked, context.bindings);
  if (locked === "skip_locked") draft.waitFor("skip locked");
  if (locked === "nowait") draft.waitFor("nowait");
}

/** What a mode of locking asks for; `undefined` where it locks nothing. */
export function lockStrength(node: ts.Expression, context: BuilderContext): Lock["strength"] | undefined {
  const filling = fillingOf(node, context.bindings);
  const word = typeof filling.value === "string" ? filling.value : filling.text;
  if (filling.value === true || /UPDATE$|pessimistic_(?:partial_)?write/i.test(word)) return "update";
  return /SHARE$|pessimistic_(?:partial_)?read/i.test(word) ? "share" : undefined;
}

/** `{ id: "ASC" }`, `[["id", "DESC"]]`, `sequelize.random()`, `[sequelize.fn("RAND")]` */
function readOrder(draft: Draft, node: ts.Expression, context: BuilderContext): void {
  const inner = unwrap(node);
  const raw = rawSortKeys(inner, context);
  if (raw !== undefined) draft.order.push(...raw);
  else if (ts.isArrayLiteralExpression(inner)) {
    const [first, second] = inner.elements;
    const isPair =
      first !== undefined && ts.isStringLiteralLike(first) && (second === undefined || ts.isStringLiteralLike(second));
    if (isPair)
      draft.order.push({
        expression: columnOf(first),
        descending: second !== undefined && /desc/i.test(second.getText()),
      });
    else for (const element of inner.elements) readOrder(draft, element, context);
  } else if (ts.isObjectLiteralExpression(inner)) {
    for (const { column, value, span } of assignmentsOf(inner, context)) {
      draft.order.push({
        expression: { kind: "column", table: undefined, name: column, span },
        descending: /desc/i.test("text" in value ? value.text : "value" in value ? String(value.value) : ""),
      });
    }
  } else if (ts.isCallExpression(inner))
    draft.order.push({ expression: functionCall(inner, context), descending: false });
}
