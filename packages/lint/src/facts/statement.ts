import type { Span } from "../source.js";
import type { Expression } from "./expression.js";
import { walk } from "./expression.js";
import type { Layout } from "./layout.js";

export type Verb = "select" | "update" | "delete" | "insert";

/**
 * What one statement does, in the same words whether it was written as SQL or as a chain of builder calls. Rules look
 * at nothing else. Lists are empty where the statement has no such clause, or where it could not be read.
 */
export interface Statement {
  readonly verb: Verb;
  readonly span: Span;
  readonly tables: readonly TableUse[];
  readonly selected: readonly SelectedColumn[];
  /** AND list. */
  readonly where: readonly Expression[];
  /** AND list of all join conditions. */
  readonly on: readonly Expression[];
  /** AND list. */
  readonly having: readonly Expression[];
  readonly sets: readonly Assignment[];
  readonly order: readonly OrderKey[];
  readonly grouped: boolean;
  readonly limit: Limit | undefined;
  readonly lock: Lock | undefined;
  /** Subqueries, derived tables, common table expressions, further members of a UNION. */
  readonly inner: readonly Statement[];
  /** For fixes. */
  readonly layout?: Layout | undefined;
}

export interface TableUse {
  /** As written, without quotes and without its schema; `undefined` where it is not known. */
  readonly name: string | undefined;
  readonly alias: string | undefined;
  readonly span: Span;
  /** An index is asked for: FORCE INDEX, USE INDEX. */
  readonly hinted?: true;
}

export interface SelectedColumn {
  readonly expression: Expression;
  readonly alias: string | undefined;
}

export interface Assignment {
  readonly column: string;
  readonly value: Expression;
  readonly span: Span;
}

export interface OrderKey {
  readonly expression: Expression;
  readonly descending: boolean;
}

export interface Limit {
  readonly count: Expression;
  readonly offset: Expression | undefined;
  readonly span: Span;
}

export interface Lock {
  readonly strength: "update" | "share";
  readonly wait: "wait" | "nowait" | "skip locked";
  readonly span: Span;
}

export const EMPTY_STATEMENT: Omit<Statement, "verb" | "span"> = {
  tables: [],
  selected: [],
  where: [],
  on: [],
  having: [],
  sets: [],
  order: [],
  grouped: false,
  limit: undefined,
  lock: undefined,
  inner: [],
};

/** The statement and all statements inside it. */
export function* withInner(statement: Statement): Generator<Statement> {
  const open = [statement];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    open.push(...next.inner);
  }
}

/** Every expression of the statement's own clauses, with what is inside; subqueries are not entered. */
export function* expressionsOf(statement: Statement): Generator<Expression> {
  const roots = [
    ...statement.selected.map((s) => s.expression),
    ...statement.on,
    ...statement.where,
    ...statement.having,
    ...statement.sets.map((s) => s.value),
    ...statement.order.map((o) => o.expression),
  ];
  for (const root of roots) yield* walk(root);
}
