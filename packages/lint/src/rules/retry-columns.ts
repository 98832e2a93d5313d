import { queueOfTable } from "../facts/queue-of-table.js";
import { COUNTS, DUE, RETRY_DUE } from "../facts/retry-columns.js";
import type { Rule, RuleMeta } from "../rule.js";
import { TABLE_TRIGGERS } from "./triggers.js";

const meta: RuleMeta = {
  name: "retry-columns",
  summary: "A queue that tries again needs both: a count of attempts, and the time of the next one.",
  severity: { queue: "warning", work: "off", elsewhere: "off" },
  triggers: TABLE_TRIGGERS,
};

export const retryColumns: Rule = {
  meta,
  table: (table, project) => {
    const queue = queueOfTable(table, project);
    // Of a declared queue the model decides.
    if (queue === undefined || queue.consumer !== undefined || !table.complete) return [];
    const count = table.columns.find(({ name }) => COUNTS.test(name));
    const due = table.columns.find(({ name }) => DUE.test(name) && !COUNTS.test(name));
    if (count !== undefined && due === undefined) {
      return [
        {
          at: count.at,
          scope: "queue",
          table: table.name,
          message: `queue \`${table.name}\` counts attempts (\`${count.name}\`) and has no time of the next one: a row that fails is tried again at once, until its attempts are used up within seconds.`,
          help: `\`ALTER TABLE ${table.name} ADD COLUMN run_at bigint unsigned NULL, ADD INDEX idx_run_at (run_at);\` (epoch ms, set only while a row waits).`,
        },
      ];
    }
    // A time alone is a delay; only one that is named after retries needs the count.
    if (count !== undefined || due === undefined || !RETRY_DUE.test(due.name)) return [];
    return [
      {
        at: due.at,
        scope: "queue",
        table: table.name,
        message: `queue \`${table.name}\` has the time of the next attempt (\`${due.name}\`) and counts none: a row that cannot succeed is tried for ever.`,
        help: `\`ALTER TABLE ${table.name} ADD COLUMN attempts smallint unsigned NOT NULL DEFAULT 0;\`, counted at claim.`,
      },
    ];
  },
};
