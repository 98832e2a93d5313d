import type { TableSchema } from "../facts/table-schema.js";
import type { Rule, RuleMeta } from "../rule.js";
import { TABLE_TRIGGERS } from "./triggers.js";

const meta: RuleMeta = {
  name: "idempotency-log-unique",
  summary:
    "A log of what was done already needs a unique key on what it remembers; a look before the work is no guard.",
  severity: { queue: "error", work: "off", elsewhere: "off" },
  triggers: TABLE_TRIGGERS,
};

/** A table that can be nothing else. */
const SURELY = /(?:^|_)idempoten(?:t|cy)/i;
/** What it may be called besides. */
const LIKELY =
  /^(?:processed|handled|consumed)_(?:task|job|message|event|item)s?$|(?:^|_)dedup(?:e|lication)?(?:_(?:log|key|entry|record)s?)?$/i;
const KEY =
  /^(?:idempotency_?key|(?:task|job|message|msg|event|request|item)_?(?:id|key|uid|uuid|no)|uid|uuid|dedupe?_?key|key|once_?key)$/i;

export const idempotencyLogUnique: Rule = {
  meta,
  table: (table) => {
    const isSure = SURELY.test(table.name);
    if (!table.complete || (!isSure && !LIKELY.test(table.name))) return [];
    const keys = table.columns.filter(({ name }) => KEY.test(name));
    const [first] = keys;
    // With several candidates, one that is unique is enough.
    if (first === undefined || keys.some(({ name }) => isUnique(table, name))) return [];
    return [
      {
        at: first.at,
        scope: "queue",
        table: table.name,
        ...(isSure ? {} : { severity: "warning" as const }),
        message: `\`${first.name}\` of \`${table.name}\` is not unique: two workers that look at the same time both find nothing, and both do the work.`,
        help: `\`ALTER TABLE ${table.name} ADD UNIQUE KEY uq_${first.name} (${first.name});\`, insert before the work, and let the duplicate key refuse the second.`,
      },
    ];
  },
};

/** Alone, or together with what it is unique within: a consumer, a queue. */
function isUnique({ keys }: TableSchema, name: string): boolean {
  return keys.some(
    ({ kind, columns }) =>
      (kind === "primary" || kind === "unique") &&
      columns.some((column) => column.toLowerCase() === name.toLowerCase()),
  );
}
