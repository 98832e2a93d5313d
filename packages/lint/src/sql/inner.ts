import type { Expression } from "../facts/expression.js";
import type { Statement } from "../facts/statement.js";

/** The subqueries that stand in the expressions of a statement. Without generators: this runs for every statement. */
export function innerQueries(statement: Statement): Statement[] {
  const found: Statement[] = [];
  const open: Expression[] = [...statement.where, ...statement.on, ...statement.having];
  for (const { expression } of statement.selected) open.push(expression);
  for (const { value } of statement.sets) open.push(value);
  for (const { expression } of statement.order) open.push(expression);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === "query") found.push(next.query);
    else if (next.kind === "binary") open.push(next.left, next.right);
    else if (next.kind === "unary") open.push(next.operand);
    else if (next.kind === "call") open.push(...next.args);
    else if (next.kind === "list") open.push(...next.items);
  }
  return found;
}
