import { sqlId } from "@queuegen/model";
import { queueOfTable } from "../facts/queue-of-table.js";
import type { TableSchema } from "../facts/table-schema.js";
import { replace, toFix } from "../fix/edits.js";
import type { Fix } from "../fix/fix.js";
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
        suggestions: asNumber(column),
      },
    ];
  },
};

/** The program must write the numbers then, so this is never done unasked. */
function asNumber({ name, at }: TableSchema["columns"][number]): readonly Fix[] {
  const { source, span } = at;
  const rest = source.text.slice(span.end, span.end + 500);
  const attributes = /^[^,)]*/.exec(rest)?.[0] ?? "";
  // What says something about letters does not fit a number.
  if (/\b(?:CHARACTER|CHARSET|COLLATE|CHECK|AS)\b/i.test(attributes)) return [];
  const initial = /\bDEFAULT\s+(?!NULL)('[^']*'|"[^"]*")/i.exec(attributes);
  const start = span.end + (initial?.index ?? 0);
  const edits = [
    replace(at, `${sqlId(name)} tinyint unsigned`),
    ...(initial === null ? [] : [replace({ source, span: { start, end: start + initial[0].length } }, "DEFAULT 0")]),
  ];
  const fix = toFix(`make it \`tinyint unsigned\``, ...edits);
  return fix === undefined ? [] : [fix];
}
