import type { StatementFact } from "./code.js";
import { type Comparison, comparisons } from "./columns.js";
import { type Expression, knownValue } from "./expression.js";
import { lastAnswer } from "./last-answer.js";
import { type Project, type QueueTable, sameName } from "./project.js";
import { type Scope, scopeOf } from "./scope.js";
import { type Statement, withInner } from "./statement.js";
import { type State, statesOf } from "./states.js";

/** A statement on one queue table, in the words of queues: what it expects of a row, and what it makes of it. */
export interface QueueStatement {
  readonly statement: Statement;
  readonly scope: Scope;
  readonly columns: QueueTable;
  /** What the WHERE says of the status, `undefined` where nothing. */
  readonly expected: { readonly states: ReadonlySet<State>; readonly condition: Expression } | undefined;
  /** What the SET makes of the status. */
  readonly becomes: ReadonlySet<State>;
  /** A condition on the primary key: one row, or a list of them. */
  readonly byId: Comparison | undefined;
  /** A condition that the token is this one, or one of these. */
  readonly byToken: Comparison | undefined;
  /** `claim_token IS NULL`: nobody has it. */
  readonly isUnclaimed: boolean;
  /** A condition on the time of the claim, or on another time. */
  readonly byTime: Comparison | undefined;
  /** Nothing in the WHERE is hidden from the linter. */
  readonly isPlain: boolean;
}

const UNDECLARED: Omit<QueueTable, "table"> = {
  consumer: undefined,
  id: "id",
  status: "status",
  claimToken: "claim_token",
  claimTime: "claim_time",
  indexes: undefined,
};
/** Columns that hold a time. */
export const TIME: RegExp = /(?:_at|_time|At|Time)$|^(?:heartbeat|lease|expires?|locked_until|updated|modified)/;

/** `undefined` where the statement is on no queue, or on several tables. Many rules ask for the same one. */
export const queueStatement: (fact: StatementFact, project: Project) => QueueStatement | undefined = lastAnswer(
  (fact, project) => readQueueStatement(fact.statement, project),
);

/** What the columns of a queue are called, by their usual names where nothing tells. */
export function columnsOf(scope: Scope): QueueTable {
  return scope.queue ?? { ...UNDECLARED, table: scope.table ?? "" };
}

function readQueueStatement(statement: Statement, project: Project): QueueStatement | undefined {
  const scope = scopeOf(statement, project);
  const names = statement.tables.filter((table) => table.name !== undefined);
  if (scope.kind !== "queue" || names.length > 1) return undefined;
  const columns = columnsOf(scope);
  const compared = comparisons(guards(statement));
  const on = (column: string | undefined) => compared.find((c) => column !== undefined && sameName(c.column, column));
  const [status, token] = [on(columns.status), on(columns.claimToken)];
  const set = statement.sets.find((s) => columns.status !== undefined && sameName(s.column, columns.status));
  return {
    statement,
    scope,
    columns,
    expected: status && { states: statesOf(status.value), condition: status.condition },
    becomes: set === undefined ? new Set() : statesOf(set.value),
    byId: on(columns.id),
    byToken: token !== undefined && ["=", "in", "<=>"].includes(token.operator) ? token : undefined,
    isUnclaimed: token?.operator === "is",
    byTime: on(columns.claimTime) ?? compared.find((c) => TIME.test(c.column)) ?? hiddenTime(statement, columns),
    isPlain: statement.where.every(isReadable),
  };
}

/** The conditions of the statement, and those of a subquery that chooses its rows. */
function guards(statement: Statement): readonly Expression[] {
  return [...withInner(statement)].flatMap((one) => one.where);
}

/** `(claim_time IS NULL OR claim_time < ...)` bounds the time as well. */
function hiddenTime(statement: Statement, columns: QueueTable): Comparison | undefined {
  const sides = guards(statement).flatMap((condition) =>
    condition.kind === "binary" && condition.operator === "or" ? [condition.left, condition.right] : [],
  );
  return comparisons(sides).find((c) => sameName(c.column, columns.claimTime) || TIME.test(c.column));
}

/** A condition that the program puts in as a whole, or that could not be read, may be any guard. */
function isReadable(condition: Expression): boolean {
  return condition.kind !== "parameter" && condition.kind !== "unknown";
}

/** True where the SET gives the claim column a value. */
export function sets(statement: Statement, column: string): boolean {
  return statement.sets.some(
    (set) => sameName(set.column, column) && !(set.value.kind === "value" && set.value.value === null),
  );
}

/** A statement that makes rows the worker's own. */
export function isClaim({ statement, columns, becomes }: QueueStatement): boolean {
  if (statement.verb !== "update") return false;
  if (becomes.has("running")) return becomes.size === 1;
  return becomes.size === 0 && sets(statement, columns.claimToken);
}

/** True where the SET gives the status one of these numbers: then the other numbers mean what they mean everywhere. */
export function becomesNumber({ statement, columns }: QueueStatement, ...numbers: readonly number[]): boolean {
  const set = statement.sets.find((one) => columns.status !== undefined && sameName(one.column, columns.status));
  const value = set && knownValue(set.value);
  return typeof value === "number" && numbers.includes(value) && statement.tables.length === 1;
}
