import type { StatementFact } from "../facts/code.js";
import { comparisons } from "../facts/columns.js";
import { type Project, sameName } from "../facts/project.js";
import { columnsOf } from "../facts/queue-statement.js";
import { claimWords, scopeOf, tableWords } from "../facts/scope.js";
import { type Statement, withInner } from "../facts/statement.js";
import { isByKey } from "../facts/work-shape.js";
import type { Rule, RuleMeta } from "../rule.js";
import { QUEUE_TRIGGERS } from "./queue-triggers.js";

const meta: RuleMeta = {
  name: "no-locking-read-on-queue",
  summary: "A look for work takes no locks: who locks what he looks at makes all others wait for his commit.",
  severity: { queue: "warning", work: "off", elsewhere: "off" },
  triggers: QUEUE_TRIGGERS,
};

export const noLockingReadOnQueue: Rule = {
  meta,
  statement: (fact, project) =>
    [...withInner(fact.statement)].flatMap((one) => {
      const { lock } = one;
      if (lock === undefined || lock.wait === "skip locked") return [];
      const scope = scopeOf(one, project);
      if (scope.kind !== "queue" || isByItsKey(one, columnsOf(scope).id) || isReportedAsHeld(fact, project)) return [];
      const kind = lock.strength === "share" ? "share lock" : "lock";
      return [
        {
          at: { source: fact.source, span: lock.span },
          outer: fact.outer,
          scope: scope.kind,
          table: scope.table,
          message: `this read takes a ${kind} on every row of ${tableWords(scope)} that it finds: whoever looks for work next ${lock.wait === "nowait" ? "fails" : "waits"} until it commits.`,
          help: `look without a lock and let ${claimWords(scope)} decide who gets a row; on MySQL 8.0.1 and MariaDB 10.6 \`FOR UPDATE SKIP LOCKED\` does not wait, and is slower from four claimers on.`,
        },
      ];
    }),
};

/** One row, or a few, that an operator has named. */
function isByItsKey({ where }: Statement, id: string): boolean {
  return comparisons(where).some((c) => isByKey(c) || (c.operator === "in" && sameName(c.column, id)));
}

/** What is done under the lock is the worse fault, and has rules of its own. */
function isReportedAsHeld(fact: StatementFact, project: Project): boolean {
  const file = project.files.find(({ source }) => source.path === fact.source.path);
  const { start } = fact.statement.span;
  return (
    file?.holds.some(
      (hold) => hold.read.statement.span.start === start && (hold.work.length > 0 || hold.loops.length > 0),
    ) === true
  );
}
