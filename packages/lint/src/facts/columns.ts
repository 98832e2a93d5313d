import type { Expression } from "./expression.js";
import { expressionsOf, type Statement } from "./statement.js";

/** The columns that a statement reads or writes, by name, without its subqueries. */
export function columnNames(statement: Statement): readonly string[] {
  const names = statement.sets.map((set) => set.column);
  for (const expression of expressionsOf(statement)) if (expression.kind === "column") names.push(expression.name);
  return names;
}

/** A condition that compares a column with something, whichever side it is written on. */
export interface Comparison {
  readonly column: string;
  readonly operator: string;
  readonly value: Expression;
  readonly condition: Expression;
}

const MIRRORED: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/** The conditions of an AND list that compare a column of its own. */
export function comparisons(conditions: readonly Expression[]): readonly Comparison[] {
  return conditions.flatMap((condition): Comparison[] => {
    if (condition.kind !== "binary") return [];
    const { left, right, operator } = condition;
    if (left.kind === "column") return [{ column: left.name, operator, value: right, condition }];
    return right.kind === "column"
      ? [{ column: right.name, operator: MIRRORED[operator] ?? operator, value: left, condition }]
      : [];
  });
}
