import type { Span } from "../source.js";
import type { Scalar } from "../sql/sql-text.js";
import type { Statement } from "./statement.js";

/** A condition or value of a statement, read from SQL text or from a builder's calls; spans are places in the file. */
export type Expression =
  | ColumnExpression
  | { readonly kind: "value"; readonly value: Scalar; readonly span: Span }
  | ParameterExpression
  | CallExpression
  | { readonly kind: "list"; readonly items: readonly Expression[]; readonly span: Span }
  | { readonly kind: "query"; readonly query: Statement; readonly span: Span }
  | { readonly kind: "unary"; readonly operator: string; readonly operand: Expression; readonly span: Span }
  | BinaryExpression
  | { readonly kind: "unknown"; readonly span: Span };

export interface ColumnExpression {
  readonly kind: "column";
  /** Table name or alias before the dot. */
  readonly table: string | undefined;
  readonly name: string;
  readonly span: Span;
}

export interface CallExpression {
  readonly kind: "call";
  /** In lower case. */
  readonly name: string;
  readonly args: readonly Expression[];
  readonly span: Span;
}

/** A placeholder, or what the program puts in. */
export interface ParameterExpression {
  readonly kind: "parameter";
  /** The expression as written in the program, or the placeholder. */
  readonly text: string;
  /** Where the program tells the value. */
  readonly value?: Scalar;
  readonly span: Span;
}

/** `operator` in lower case, one spelling each: `and or = != < <= > >= <=> in like between is % ...`, with `not ` before where negated. */
export interface BinaryExpression {
  readonly kind: "binary";
  readonly operator: string;
  readonly left: Expression;
  readonly right: Expression;
  readonly span: Span;
}

/** The parts of an AND chain. */
export function conjuncts(expression: Expression): readonly Expression[] {
  const parts: Expression[] = [];
  const open: Expression[] = [expression];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === "binary" && next.operator === "and") open.push(next.right, next.left);
    else parts.push(next);
  }
  return parts;
}

/** The expression and everything inside it, outside subqueries; outer before inner. */
export function* walk(expression: Expression): Generator<Expression> {
  const open: Expression[] = [expression];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    if (next.kind === "binary") open.push(next.right, next.left);
    else if (next.kind === "unary") open.push(next.operand);
    else if (next.kind === "call") open.push(...[...next.args].reverse());
    else if (next.kind === "list") open.push(...[...next.items].reverse());
  }
}

/** The value that an expression is known to have; `undefined` where it is not known. */
export function knownValue(expression: Expression): Scalar | undefined {
  return expression.kind === "value" || expression.kind === "parameter" ? expression.value : undefined;
}
