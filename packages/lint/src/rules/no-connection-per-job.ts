import { jobScope, jobWords } from "../facts/job-scope.js";
import type { Rule, RuleMeta } from "../rule.js";
import { HANDLERS, QUERY, TAKES, TURNS } from "./program-triggers.js";

const MAKES = String.raw`\bcreate(?:connection|pool|poolcluster|client)\s*\(|\bknex\s*\(\s*\{|\bnew\s+(?:\w+\.)?(?:redis|ioredis|prismaclient|kysely|sequelize|datasource|queue|flowproducer|queueevents)\b`;

const meta: RuleMeta = {
  name: "no-connection-per-job",
  summary:
    "A connection, or a pool, is made once for the process; made for each job it costs more than most jobs, and leaks.",
  severity: { queue: "warning", work: "warning", elsewhere: "off" },
  triggers: [
    [MAKES, HANDLERS],
    [MAKES, TAKES, QUERY, TURNS],
  ],
};

export const noConnectionPerJob: Rule = {
  meta,
  job: (job, project) => {
    const scope = jobScope(job, project);
    if (scope === undefined) return [];
    const { source, head, kind } = job;
    return job.connections.map(({ text, span }) => ({
      at: { source, span },
      outer: span,
      scope: scope.kind,
      table: scope.table,
      message: `\`${text}\` in ${jobWords(job)} connects anew for every job: tens of milliseconds each, and a connection that stays open wherever the job throws before it is closed.`,
      help: "make it once, where the module is loaded, and use it here; a pool gives back what it lends.",
      related: [{ message: kind === "rows" ? "in this loop" : "called for each job", at: { source, span: head } }],
    }));
  },
};
