import { sqlId } from "@queuegen/model";
import { sameName } from "../facts/project.js";
import { isClaim, queueStatement, sets } from "../facts/queue-statement.js";
import { tableWords } from "../facts/scope.js";
import { toFix } from "../fix/edits.js";
import { andSet } from "../fix/statement-edits.js";
import type { Rule, RuleMeta } from "../rule.js";
import { QUEUE_TRIGGERS } from "./queue-triggers.js";

const meta: RuleMeta = {
  name: "claim-needs-claim-time",
  summary: "A claim stamps claim_time: without it nobody can tell when the claim is too old.",
  severity: { queue: "error", work: "off", elsewhere: "off" },
  triggers: QUEUE_TRIGGERS,
};

const OTHER_TIMES =
  /^(?:claim|lock|lease|start|pick|taken|take|reserved?|heartbeat|expir|visib|time)\w*(?:_(?:at|time|ms|until|on)|At|Time|Until)$|^(?:expires?|lease|heartbeat)$/;

export const claimNeedsClaimTime: Rule = {
  meta,
  statement: (fact, project) => {
    const queued = queueStatement(fact, project);
    if (queued === undefined || !isClaim(queued)) return [];
    const { scope, statement, columns, byToken } = queued;
    const table = project.tables.get(columns.table.toLowerCase());
    // A table without the column is for require-claim-columns.
    const lacks = table?.complete === true && !table.columns.some((column) => sameName(column.name, columns.claimTime));
    if (lacks || byToken !== undefined || sets(statement, columns.claimTime)) return [];
    // A table that nobody declares may call it otherwise.
    if (scope.queue?.consumer === undefined && statement.sets.some(({ column }) => OTHER_TIMES.test(column))) return [];
    const type = table?.columns.find((column) => sameName(column.name, columns.claimTime))?.type;
    const now = type === "datetime" || type === "timestamp" ? "NOW()" : "UNIX_TIMESTAMP()";
    const assignment = `${sqlId(columns.claimTime)} = ${now}`;
    const fix = toFix(`add \`${assignment}\``, ...andSet(fact, assignment));
    return [
      {
        at: { source: fact.source, span: statement.span },
        outer: fact.outer,
        scope: scope.kind,
        table: scope.table,
        message: `this claim on ${tableWords(scope)} does not set \`${columns.claimTime}\`: when its worker dies, nobody can tell that the row is to be given back.`,
        help: `set \`${columns.claimTime} = ${now}\` in the same statement.`,
        suggestions: fix === undefined ? [] : [fix],
      },
    ];
  },
};
