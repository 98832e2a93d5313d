import { queueOfTable } from "../facts/queue-of-table.js";
import type { TableSchema } from "../facts/table-schema.js";
import type { Rule, RuleMeta } from "../rule.js";
import { TABLE_TRIGGERS } from "./triggers.js";

const meta: RuleMeta = {
  name: "redundant-queue-index",
  summary: "An index on (status) beside one on (status, id) finds nothing new, and every change of a status writes it.",
  severity: { queue: "info", work: "off", elsewhere: "off" },
  triggers: TABLE_TRIGGERS,
};

export const redundantQueueIndex: Rule = {
  meta,
  table: (table, project) => {
    const queue = queueOfTable(table, project);
    if (queue?.status === undefined) return [];
    const { status } = queue;
    const onStatus = table.keys.filter(({ columns: [first] }) => first?.toLowerCase() === status.toLowerCase());
    return onStatus.flatMap((key) => {
      const longer = key.kind === "key" ? onStatus.find((other) => makesUseless(other, key, onStatus)) : undefined;
      if (longer === undefined) return [];
      const list = (one: Key): string => `(${one.columns.join(", ")})`;
      return [
        {
          at: key.at,
          scope: "queue",
          table: table.name,
          message: `the index ${list(key)} of queue \`${table.name}\` is ${key.columns.length === longer.columns.length ? "there twice" : `the beginning of ${list(longer)}`}: it finds nothing that the other does not, and each claim and each completion writes both.`,
          help: `\`ALTER TABLE ${table.name} DROP INDEX ${key.name ?? "..."};\``,
          related: [{ message: "the index that does its work", at: longer.at }],
        },
      ];
    });
  },
};

type Key = TableSchema["keys"][number];

/** The other one begins with the same columns; of two equal ones the second is too many. */
function makesUseless(other: Key, key: Key, all: readonly Key[]): boolean {
  if (other === key || !other.visible || other.kind === "other") return false;
  const isPrefix = key.columns.every((column, at) => column.toLowerCase() === other.columns[at]?.toLowerCase());
  if (!isPrefix) return false;
  return key.columns.length < other.columns.length || other.kind === "unique" || all.indexOf(other) < all.indexOf(key);
}
