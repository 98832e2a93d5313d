import { sqlId } from "@queuegen/model";
import { queueOfTable } from "../facts/queue-of-table.js";
import type { TableSchema } from "../facts/table-schema.js";
import { addEntry } from "../fix/table-edits.js";
import type { Report, Rule, RuleMeta } from "../rule.js";
import { TABLE_TRIGGERS } from "./triggers.js";

const meta: RuleMeta = {
  name: "require-status-id-index",
  summary: "A queue table needs an index on (status, id): without it every look for work reads the whole table.",
  severity: { queue: "error", work: "off", elsewhere: "off" },
  triggers: TABLE_TRIGGERS,
};

export const requireStatusIdIndex: Rule = {
  meta,
  table: (table, project) => {
    const queue = queueOfTable(table, project);
    if (queue === undefined || !table.complete) return [];
    const { status, id } = queue;
    if (status === undefined || !hasColumn(table, status) || !hasColumn(table, id)) return [];
    const starting = table.keys.filter((key) => key.visible && key.kind !== "other" && same(key.columns[0], status));
    // Columns between them order the work: (status, priority, id).
    if (starting.some((key) => key.columns.some((column) => same(column, id)))) return [];
    const alone = starting.find((key) => key.columns.length === 1);
    const add = `ALTER TABLE ${table.name} ADD INDEX idx_status_id (${status}, ${id});`;
    const report: Report = {
      at: alone?.at ?? table.at,
      scope: "queue",
      table: table.name,
      message: `queue \`${table.name}\` has no index on (${status}, ${id}): each look for work reads the whole table, and the more the longer the backlog is.`,
      help: `add it: \`${add}\``,
    };
    const key = `KEY idx_status_id (${sqlId(status)}, ${sqlId(id)})`;
    // One that is hidden is hidden on purpose.
    const isFree = !table.keys.some(({ name, columns }) => same(name, "idx_status_id") || same(columns[0], status));
    if (alone === undefined) return [{ ...report, ...(isFree ? addEntry(table, `add \`${key}\``, key) : {}) }];
    return [
      {
        ...report,
        severity: "info",
        message: `the index on (${status}) of queue \`${table.name}\` only serves because InnoDB appends the primary key to it; say so: (${status}, ${id}).`,
        help: `replace it: \`${add}\``,
      },
    ];
  },
};

function hasColumn(table: TableSchema, name: string): boolean {
  return table.columns.some((column) => same(column.name, name));
}

function same(a: string | undefined, b: string): boolean {
  return a?.toLowerCase() === b.toLowerCase();
}
