import { jobScope, jobWords } from "../facts/job-scope.js";
import type { Rule, RuleMeta } from "../rule.js";
import { HANDLERS, QUERY, TAKES, TURNS } from "./program-triggers.js";

const BLOCKS = String.raw`\b(?:execsync|spawnsync|execfilesync|sleepsync|msleep|usleep|atomics\.wait)\b`;

const meta: RuleMeta = {
  name: "no-blocking-call-in-handler",
  summary:
    "A call that holds up the process holds up the heartbeats too: after the lease its jobs are somebody else's.",
  severity: { queue: "warning", work: "warning", elsewhere: "off" },
  triggers: [
    [BLOCKS, HANDLERS],
    [BLOCKS, TAKES, QUERY, TURNS],
  ],
};

export const noBlockingCallInHandler: Rule = {
  meta,
  job: (job, project) => {
    const scope = jobScope(job, project);
    if (scope === undefined) return [];
    const { source, head, kind } = job;
    return job.blocking.map(({ text, span }) => ({
      at: { source, span },
      outer: span,
      scope: scope.kind,
      table: scope.table,
      message: `\`${text}\` in ${jobWords(job)} stops the whole process until it returns: no other job goes on, and no claim is renewed.`,
      help: "use the form that gives a promise, `execFile` of node:child_process by `promisify`, and await it.",
      related: [{ message: kind === "rows" ? "in this loop" : "called for each job", at: { source, span: head } }],
    }));
  },
};
