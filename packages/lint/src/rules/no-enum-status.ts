import { queueOfTable } from "../facts/queue-of-table.js";
import type { Rule, RuleMeta } from "../rule.js";
import { TABLE_TRIGGERS } from "./triggers.js";

const meta: RuleMeta = {
  name: "no-enum-status",
  summary:
    "The status of a queue is a tinyint: an ENUM needs ALTER TABLE for every new state and compares with numbers by position.",
  severity: { queue: "error", work: "off", elsewhere: "off" },
  triggers: TABLE_TRIGGERS,
};

export const noEnumStatus: Rule = {
  meta,
  table: (table, project) => {
    const queue = queueOfTable(table, project);
    const column = table.columns.find((c) => c.name.toLowerCase() === queue?.status?.toLowerCase());
    if (queue === undefined || column === undefined || (column.type !== "enum" && column.type !== "set")) return [];
    return [
      {
        at: column.at,
        scope: "queue",
        table: table.name,
        message: `\`${column.name}\` of queue \`${table.name}\` is ${column.type === "enum" ? "an ENUM" : "a SET"}: every new state is an ALTER TABLE on a live queue, and \`${column.name} = 0\` means the empty string, not the first state.`,
        help: `\`${column.name} tinyint unsigned NOT NULL DEFAULT 0\`, with the names of the values in the program (0 pending, 1 processing, 2 done, 3 dead).`,
      },
    ];
  },
};
