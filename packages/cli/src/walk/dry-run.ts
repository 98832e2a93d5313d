import type { QueueModel } from "@queuegen/model";
import { rowsOfRange } from "@queuegen/modes";
import type { OperateDatabase } from "../operate/operate-database.js";
import { number } from "../operate/words.js";
import { checkWalked, readRefused } from "./check-walked.js";
import { rowsAbout, walkSql } from "./walk-state.js";

/** So many rows are counted: a second's work. Of a larger table the rest is estimated. */
const COUNTED = 1_000_000;

/** What a new run would walk over. Reads at most a million rows of the table; writes nothing. */
export async function dryRun(model: QueueModel, database: OperateDatabase, json: boolean): Promise<string> {
  const { walk } = model;
  await checkWalked(model, database);
  const [first] = await database
    .rows<{ found: number | string; hits: number | string }>(walkSql(model)("first"), { limit: COUNTED })
    .catch((error: unknown) => {
      throw readRefused(model, error);
    });
  const [found, hits] = [Number(first?.found ?? 0), Number(first?.hits ?? 0)];
  const exact = found < COUNTED;
  const about = await rowsAbout(model, database);
  const rows = exact ? found : Math.max(about, found);
  const handled = exact ? hits : Math.round((rows * hits) / found);
  // Ranges are made by the server's statistics, whatever the count says.
  const ranges = Math.ceil(rows / rowsOfRange(about, walk?.batch ?? 1));
  const answer = { queue: model.name, table: walk?.table, rows, handled, exact, ranges };
  if (json) return `${JSON.stringify(answer, null, 2)}\n`;
  const word = exact ? "" : "about ";
  const where = walk?.where === null ? "" : `, of which ${word}${number(handled)} meet the condition and are handled`;
  return `${model.name} would walk over ${word}${number(rows)} rows of ${walk?.table}${where}\n  in ${word}${number(ranges)} ranges, at most ${number(walk?.batch ?? 0)} rows a batch\n`;
}
