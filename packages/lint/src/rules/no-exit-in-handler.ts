import { jobScope, jobWords } from "../facts/job-scope.js";
import type { Report, Rule, RuleMeta } from "../rule.js";
import { HANDLERS, QUERY, TAKES, TURNS } from "./program-triggers.js";

const EXITS = String.raw`\bprocess\s*\.\s*(?:exit|abort)\b|\b(?:node:)?process['"]|\bwhile\s*\(|\bfor\s*\(\s*;`;

const meta: RuleMeta = {
  name: "no-exit-in-handler",
  summary:
    "A handler returns or throws; a process that it ends, or holds for ever, takes the other jobs of the worker with it.",
  severity: { queue: "error", work: "error", elsewhere: "off" },
  triggers: [
    [EXITS, HANDLERS],
    [String.raw`\bprocess\s*\.\s*(?:exit|abort)\b`, TAKES, QUERY, TURNS],
  ],
};

export const noExitInHandler: Rule = {
  meta,
  job: (job, project) => {
    const scope = jobScope(job, project);
    if (scope === undefined) return [];
    const { source, head, kind } = job;
    const rest = {
      scope: scope.kind,
      table: scope.table,
      // A loop of the project's own may be one that is meant to end so.
      ...(kind === "rows" ? { severity: "warning" as const } : {}),
      related: [{ message: kind === "rows" ? "in this loop" : "called for each job", at: { source, span: head } }],
    };
    const exits = job.exits.map(
      ({ text, span }): Report => ({
        at: { source, span },
        outer: span,
        message: `\`${text}\` in ${jobWords(job)} ends the whole worker: every other job that runs is broken off, and waits until its claim is too old.`,
        help:
          kind === "rows"
            ? "throw, or set the flag that ends the loop; exit where the loop is over."
            : "throw: that is a failed attempt, and the job comes back after its backoff.",
        ...rest,
      }),
    );
    const endless = kind === "rows" ? [] : job.endless;
    return [
      ...exits,
      ...endless.map(
        ({ span }): Report => ({
          at: { source, span },
          outer: span,
          message: `nothing ends this loop in ${jobWords(job)}, and it never waits: the process does nothing else from then on, and all its claims run out.`,
          help: "give it an end, or let it wait for something in each turn and look at the job's signal.",
          ...rest,
        }),
      ),
    ];
  },
};
