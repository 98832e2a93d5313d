import { sqlId } from "@queuegen/model";
import { queueOfTable } from "../facts/queue-of-table.js";
import type { ColumnDefinition } from "../facts/table-change.js";
import type { Place, TableSchema } from "../facts/table-schema.js";
import { addEntry } from "../fix/table-edits.js";
import type { Report, Rule, RuleMeta } from "../rule.js";
import { TABLE_TRIGGERS } from "./triggers.js";

const meta: RuleMeta = {
  name: "require-claim-columns",
  summary: "A queue table needs claim_token (who may write the row) and claim_time (when its claim is too old).",
  severity: { queue: "error", work: "off", elsewhere: "off" },
  triggers: TABLE_TRIGGERS,
};

export const requireClaimColumns: Rule = {
  meta,
  table: (table, project) => {
    const queue = queueOfTable(table, project);
    if (queue === undefined || !table.complete) return [];
    const [token, time] = [column(table, queue.claimToken), column(table, queue.claimTime)];
    // Whoever claims one row at a time by its id may do without a token; a declared queue may not.
    const needsToken = queue.consumer !== undefined || time === undefined;
    return [
      ...(time === undefined
        ? [
            missing(
              table,
              queue.claimTime,
              "int unsigned NULL",
              `nobody can tell a claim in work from one whose worker has died`,
            ),
          ]
        : wrongTime(table, time)),
      ...(token === undefined
        ? needsToken
          ? [
              missing(
                table,
                queue.claimToken,
                "varchar(32) CHARACTER SET ascii COLLATE ascii_bin NULL",
                "a worker whose claim was taken over can still write the row",
              ),
            ]
          : []
        : wrongToken(table, token)),
    ];
  },
};

type PlacedColumn = ColumnDefinition & { readonly at: Place };

function column(table: TableSchema, name: string): PlacedColumn | undefined {
  return table.columns.find((c) => c.name.toLowerCase() === name.toLowerCase());
}

function missing(table: TableSchema, name: string, type: string, reason: string): Report {
  return {
    at: table.at,
    scope: "queue",
    table: table.name,
    message: `queue \`${table.name}\` has no column \`${name}\`: ${reason}.`,
    help: `\`ALTER TABLE ${table.name} ADD COLUMN ${name} ${type};\``,
    ...addEntry(table, `add \`${name} ${type}\``, `${sqlId(name)} ${type}`),
  };
}

const TIMES = ["int", "integer", "bigint", "datetime", "timestamp"];

function wrongTime(table: TableSchema, time: PlacedColumn): Report[] {
  if (TIMES.includes(time.type)) return [];
  return [
    {
      at: time.at,
      scope: "queue",
      table: table.name,
      message: `\`${time.name}\` of queue \`${table.name}\` is ${time.type}: the age of a claim is judged by it, so it must hold a time.`,
      help: `\`${time.name} int unsigned NULL\`, epoch seconds from \`UNIX_TIMESTAMP()\`.`,
    },
  ];
}

/** 32 characters hold a random token of 128 bits in hexadecimal; 16 bytes hold it in binary. */
function wrongToken(table: TableSchema, token: PlacedColumn): Report[] {
  const length = Number(token.args[0] ?? 0);
  const enough =
    (["char", "varchar"].includes(token.type) && length >= 32) ||
    (["binary", "varbinary"].includes(token.type) && length >= 16) ||
    token.type === "uuid";
  if (enough) return [];
  return [
    {
      at: token.at,
      scope: "queue",
      table: table.name,
      message: `\`${token.name}\` of queue \`${table.name}\` is ${token.type}${token.args.length > 0 ? `(${token.args.join(",")})` : ""}: too small for a token that no other claim ever has.`,
      help: `\`${token.name} varchar(32) CHARACTER SET ascii COLLATE ascii_bin NULL\`, with a random token for each claim.`,
    },
  ];
}
