import { expressionsOf, type Statement } from "../facts/statement.js";

/** The subqueries that stand in the expressions of a statement. */
export function innerQueries(statement: Statement): Statement[] {
  const found: Statement[] = [];
  for (const expression of expressionsOf(statement)) {
    if (expression.kind === "query") found.push(expression.query);
  }
  return found;
}
