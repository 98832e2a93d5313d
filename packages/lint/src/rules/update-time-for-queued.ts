import { knownValue } from "../facts/expression.js";
import { sameName } from "../facts/project.js";
import { queueStatement, sets } from "../facts/queue-statement.js";
import { tableWords } from "../facts/scope.js";
import type { Assignment } from "../facts/statement.js";
import { constantName, plainWord } from "../facts/states.js";
import { toFix } from "../fix/edits.js";
import { andSet } from "../fix/statement-edits.js";
import type { Rule, RuleMeta } from "../rule.js";
import { QUEUE_TRIGGERS } from "./queue-triggers.js";

const meta: RuleMeta = {
  name: "update-time-for-queued",
  summary: "Who marks rows as handed to a broker stamps claim_time: only so a row whose message was lost comes back.",
  severity: { queue: "warning", work: "off", elsewhere: "off" },
  triggers: QUEUE_TRIGGERS,
};

export const updateTimeForQueued: Rule = {
  meta,
  statement: (fact, project) => {
    const queued = queueStatement(fact, project);
    if (queued === undefined || !queued.isPlain || queued.statement.verb !== "update") return [];
    const { statement, scope, columns, expected } = queued;
    const set = statement.sets.find(({ column }) => columns.status !== undefined && sameName(column, columns.status));
    if (set === undefined || expected?.states.has("new") !== true || !isQueued(set)) return [];
    if (sets(statement, columns.claimTime)) return [];
    const { claimTime } = columns;
    const table = project.tables.get(columns.table.toLowerCase());
    // A table without the column is for require-claim-columns.
    if (table?.complete === true && !table.columns.some(({ name }) => sameName(name, claimTime))) return [];
    const stamp = `${claimTime} = UNIX_TIMESTAMP()`;
    const suggestion = toFix(`set \`${stamp}\``, ...andSet(fact, stamp));
    return [
      {
        at: { source: fact.source, span: set.span },
        outer: fact.outer,
        scope: scope.kind,
        table: scope.table,
        message: `rows of ${tableWords(scope)} are marked as queued without the time: when the broker loses its messages, nobody can tell which rows are to be queued again.`,
        help: `set \`${stamp}\` in the same statement; rows whose mark is older than the lease, and whose message is gone, then go back to pending.`,
        ...(suggestion === undefined ? {} : { suggestions: [suggestion] }),
      },
    ];
  },
};

/** 4, "queued", `Status.Queued` */
function isQueued({ value }: Assignment): boolean {
  const known = knownValue(value);
  if (known === 4) return true;
  const word = typeof known === "string" ? known : constantName(value);
  return word !== undefined && /^(?:status)?queued$/.test(plainWord(word));
}
