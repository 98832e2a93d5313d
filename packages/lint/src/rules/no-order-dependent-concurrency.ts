import { comparisons } from "../facts/columns.js";
import { jobScope } from "../facts/job-scope.js";
import { sameName } from "../facts/project.js";
import { queueStatement } from "../facts/queue-statement.js";
import { tableWords } from "../facts/scope.js";
import type { Report, Rule, RuleMeta } from "../rule.js";
import { HANDLERS } from "./program-triggers.js";

const meta: RuleMeta = {
  name: "no-order-dependent-concurrency",
  summary: "A handler that looks at the job before its own relies on an order that concurrent workers do not keep.",
  severity: { queue: "warning", work: "off", elsewhere: "off" },
  triggers: [
    [HANDLERS, String.raw`\bid\b`, "select|find"],
    [String.raw`\.id\s*-\s*1\b`, "select|find"],
  ],
};

export const noOrderDependentConcurrency: Rule = {
  meta,
  job: (job, project) => {
    if (jobScope(job, project) === undefined) return [];
    return job.runs.flatMap((fact): Report[] => {
      const queued = queueStatement(fact, project);
      if (queued === undefined || queued.statement.verb !== "select") return [];
      const { scope, columns, statement } = queued;
      const before = comparisons(statement.where).find(
        ({ column, operator, value }) =>
          sameName(column, columns.id) &&
          value.kind === "parameter" &&
          (operator === "=" ? /\.\w*id\s*-\s*1n?$/i : operator === "<" ? /^\w+\.\w*id$/i : /$^/).test(value.text),
      );
      if (before === undefined) return [];
      const { source } = fact;
      return [
        {
          at: { source, span: before.condition.span },
          outer: fact.outer,
          scope: scope.kind,
          table: scope.table,
          message: `this looks at the row of ${tableWords(scope)} before its own: with more than one at once that one may still run, be tried again later, or be done after this one.`,
          help: "let a job carry all that it needs, or run this queue with one handler in one process (`concurrency: 1`).",
          related: [
            {
              message: job.kind === "rows" ? "in this loop" : "called for each job",
              at: { source: job.source, span: job.head },
            },
          ],
        },
      ];
    });
  },
};
