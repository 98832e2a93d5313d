import { jobScope } from "../facts/job-scope.js";
import type { Rule, RuleMeta } from "../rule.js";
import { HANDLERS, QUERY, TAKES, TURNS } from "./program-triggers.js";

const meta: RuleMeta = {
  name: "no-fire-and-forget-in-handler",
  summary: "What a job does is waited for: a job is done when its handler returns, whatever still runs.",
  severity: { queue: "warning", work: "warning", elsewhere: "off" },
  triggers: [
    [HANDLERS, "async"],
    [TAKES, QUERY, TURNS, "async"],
  ],
};

export const noFireAndForgetInHandler: Rule = {
  meta,
  job: (job, project) => {
    const scope = jobScope(job, project);
    if (scope === undefined) return [];
    const { source, head, kind } = job;
    return job.floating.map(({ text, span, mayWait }) => ({
      at: { source, span },
      outer: span,
      scope: scope.kind,
      table: scope.table,
      message:
        kind === "rows"
          ? `nobody waits for \`${text}\`: the loop goes on to the next row and the next batch, however many still run, and an error of it ends the process.`
          : `nobody waits for \`${text}\`: the job is marked as done while it still runs, and when it fails, nothing comes back.`,
      help: /\bforEach\b/.test(text)
        ? "`for (const row of rows) await ...`, or `await Promise.all(rows.map(...))`: forEach drops the promises."
        : `\`await ${text}\`; where it is meant to go on alone, say so with \`void\` and catch its errors.`,
      ...(mayWait
        ? {
            suggestions: [
              { title: "wait for it", edits: [{ span: { start: span.start, end: span.start }, text: "await " }] },
            ],
          }
        : {}),
      related: [{ message: kind === "rows" ? "in this loop" : "called for each job", at: { source, span: head } }],
    }));
  },
};
