import { jobScope } from "../facts/job-scope.js";
import type { Swallow } from "../facts/program.js";
import type { Fix } from "../fix/fix.js";
import type { Rule, RuleMeta } from "../rule.js";
import { HANDLERS } from "./program-triggers.js";

const meta: RuleMeta = {
  name: "no-swallowed-error-in-handler",
  summary: "A handler lets errors through: caught and logged, a failed job counts as done and never comes back.",
  severity: { queue: "warning", work: "warning", elsewhere: "off" },
  triggers: [[HANDLERS, String.raw`\bcatch\s*[({]`]],
};

export const noSwallowedErrorInHandler: Rule = {
  meta,
  job: (job, project) => {
    const scope = jobScope(job, project);
    const { source, swallows, head } = job;
    if (scope === undefined || swallows === undefined) return [];
    return [
      {
        at: { source, span: swallows.span },
        outer: swallows.span,
        scope: scope.kind,
        table: scope.table,
        message:
          "whatever fails in this handler is caught here and only logged: the job counts as done, is not tried again and is never among the dead.",
        help: "throw the error again after logging it, or leave the `catch` out: the worker logs failed attempts.",
        suggestions: suggestionOf(swallows),
        related: [{ message: "called for each job", at: { source, span: head } }],
      },
    ];
  },
};

function suggestionOf({ rethrow }: Swallow): readonly Fix[] {
  if (rethrow === undefined) return [];
  const { at, name, indent } = rethrow;
  return [{ title: "throw it again", edits: [{ span: { start: at, end: at }, text: `${indent}throw ${name};` }] }];
}
