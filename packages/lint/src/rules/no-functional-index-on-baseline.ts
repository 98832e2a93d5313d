import { queueOfTable } from "../facts/queue-of-table.js";
import type { Rule, RuleMeta } from "../rule.js";
import { TABLE_TRIGGERS } from "./triggers.js";

const meta: RuleMeta = {
  name: "no-functional-index-on-baseline",
  summary: 'An index on an expression needs MySQL 8.0.13; a "target" of MySQL 5.7 or MariaDB refuses the statement.',
  severity: { queue: "error", work: "off", elsewhere: "warning" },
  triggers: TABLE_TRIGGERS,
};

export const noFunctionalIndexOnBaseline: Rule = {
  meta,
  table: (table, project) => {
    const { target } = project;
    if (target !== "mysql57" && target !== "mariadb106") return [];
    const server = target === "mysql57" ? "MySQL 5.7" : "MariaDB";
    const scope = queueOfTable(table, project) === undefined ? "elsewhere" : "queue";
    return table.keys
      .filter(({ kind, columns }) => kind !== "other" && columns.includes(""))
      .map((key) => ({
        at: key.at,
        scope,
        table: table.name,
        message: `${server}, the "target" of queuegen.json, has no index on an expression: this statement for \`${table.name}\` is a syntax error there.`,
        help: "add a generated column, `<name> <type> AS (<expression>) STORED`, and index that.",
      }));
  },
};
