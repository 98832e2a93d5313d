import { queueOfTable } from "../facts/queue-of-table.js";
import { replace, toFix } from "../fix/edits.js";
import type { Rule, RuleMeta } from "../rule.js";
import { TABLE_TRIGGERS } from "./triggers.js";

const meta: RuleMeta = {
  name: "no-memory-engine",
  summary: "A queue table is InnoDB: MEMORY forgets it at a restart, MyISAM locks the whole table for every claim.",
  severity: { queue: "error", work: "off", elsewhere: "off" },
  triggers: TABLE_TRIGGERS,
};

const LOSES = /^(?:memory|heap|blackhole|csv|archive)$/i;
const LOCKS = /^(?:myisam|aria|mrg_myisam|merge)$/i;

export const noMemoryEngine: Rule = {
  meta,
  table: (table, project) => {
    const { engine } = table;
    if (engine === undefined || queueOfTable(table, project) === undefined) return [];
    const loses = LOSES.test(engine.name);
    if (!loses && !LOCKS.test(engine.name)) return [];
    // Of a table that is there already the data moves with it: for a person to decide when.
    const change = toFix("make it InnoDB", replace(engine.at, "InnoDB"));
    return [
      {
        at: engine.at,
        scope: "queue",
        table: table.name,
        ...(loses ? {} : { severity: "warning" as const }),
        message: loses
          ? `queue \`${table.name}\` is a table of engine ${engine.name}: what waits in it is lost at the latest when the server restarts.`
          : `queue \`${table.name}\` is a table of engine ${engine.name}: it has no transactions, every claim locks the whole table, and a crash can lose it.`,
        help: "`ENGINE=InnoDB`.",
        ...(change === undefined ? {} : { suggestions: [change] }),
      },
    ];
  },
};
