import type { StatementFact } from "./code.js";
import { type Comparison, comparisons } from "./columns.js";
import { walk } from "./expression.js";
import { lastAnswer } from "./last-answer.js";
import { type Project, type QueueTable, sameName } from "./project.js";
import { columnsOf } from "./queue-statement.js";
import { type Scope, scopeOf } from "./scope.js";
import { type Statement, withInner } from "./statement.js";
import { statesOf } from "./states.js";

/** A read of a batch of rows of one queue, not of rows known by their id or token. */
export interface BatchRead {
  readonly statement: Statement;
  readonly scope: Scope;
  readonly columns: QueueTable;
  /** Comparisons of its AND list. */
  readonly compared: readonly Comparison[];
}

/** A batch read whose rows have one state, which waits for work. */
export interface Candidate extends BatchRead {
  readonly status: Comparison;
}

/** The batch reads in a statement, members of a UNION and subqueries included. A page with an OFFSET is for people. */
export const batchReads: (fact: StatementFact, project: Project) => readonly BatchRead[] = lastAnswer((fact, project) =>
  [...withInner(fact.statement)].flatMap((one) => batchRead(one, project) ?? []),
);

/** The looks for work in a statement. */
export const candidates: (fact: StatementFact, project: Project) => readonly Candidate[] = lastAnswer((fact, project) =>
  batchReads(fact, project).flatMap((read): Candidate[] => {
    const status = read.compared.find((c) => isStatus(c, read.columns));
    const isLook = status !== undefined && isOneState(status) && statesOf(status.value).has("new");
    return isLook ? [{ ...read, status }] : [];
  }),
);

export function isStatus({ column }: Comparison, { status }: QueueTable): boolean {
  return status !== undefined && sameName(column, status);
}

/** `status = 0`, `status IN (0)`; what the program puts in may be a list. */
function isOneState({ operator, value }: Comparison): boolean {
  if (operator === "=" || operator === "<=>") return value.kind === "value" || value.kind === "parameter";
  return operator === "in" && value.kind === "list" && value.items.length === 1;
}

function batchRead(statement: Statement, project: Project): BatchRead | undefined {
  const { verb, tables, limit, where } = statement;
  if (verb !== "select" || tables.length !== 1 || limit === undefined || limit.offset !== undefined) return undefined;
  if (where.some(({ kind }) => kind === "parameter" || kind === "unknown") || isCount(statement)) return undefined;
  if (isQuestion(statement)) return undefined;
  const scope = scopeOf(statement, project);
  if (scope.kind !== "queue") return undefined;
  const columns = columnsOf(scope);
  const compared = comparisons(where);
  const isKnown = compared.some(
    (c) =>
      (sameName(c.column, columns.id) && ["=", "in", "between"].includes(c.operator)) ||
      (sameName(c.column, columns.claimToken) && c.operator !== "is"),
  );
  return isKnown ? undefined : { statement, scope, columns, compared };
}

/** `SELECT 1 ... LIMIT 1` asks whether there is anything. */
function isQuestion({ selected }: Statement): boolean {
  return selected.length > 0 && selected.every(({ expression }) => expression.kind === "value");
}

/** `COUNT(*)`, `MIN(id)` and what is grouped return few rows. */
export function isCount({ grouped, selected }: Statement): boolean {
  return (
    grouped ||
    selected.some(({ expression }) =>
      [...walk(expression)].some(
        (part) => part.kind === "call" && /^(?:count|min|max|sum|avg|exists|group_concat)$/.test(part.name),
      ),
    )
  );
}
