import { comparisons } from "./columns.js";
import { walk } from "./expression.js";
import type { Take } from "./program.js";
import type { Project } from "./project.js";
import { isClaim, queueStatement } from "./queue-statement.js";
import { type Scope, scopeOf } from "./scope.js";
import type { Statement } from "./statement.js";
import { isByKey, takesWork } from "./work-shape.js";

export interface Taking {
  readonly take: Take;
  readonly scope: Scope;
  /** A turn takes a part of what waits, not all of it. */
  readonly isPart: boolean;
}

/** The first of them that takes work: a look for rows that wait, a claim, an element popped from Redis. */
export function takingOf(takes: readonly Take[], project: Project): Taking | undefined {
  for (const take of takes) {
    if (take.fact === undefined)
      return { take, scope: { kind: "work", table: undefined, queue: undefined }, isPart: true };
    const { statement } = take.fact;
    const queued = queueStatement(take.fact, project);
    const isQueued =
      queued !== undefined &&
      (isClaim(queued) || (statement.verb === "select" && queued.expected?.states.has("new") === true));
    if (!isQueued && !(statement.verb === "select" && takesWork(statement))) continue;
    if (counts(statement) || comparisons(statement.where).some((one) => isByKey(one))) continue;
    return { take, scope: scopeOf(statement, project), isPart: statement.limit !== undefined };
  }
  return undefined;
}

/** `SELECT COUNT(*)` looks how much there is. */
function counts({ grouped, selected }: Statement): boolean {
  return (
    grouped ||
    selected.some(({ expression }) =>
      [...walk(expression)].some(
        (part) => part.kind === "call" && /^(?:count|min|max|sum|avg|exists)$/.test(part.name),
      ),
    )
  );
}
