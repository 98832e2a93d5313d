import { operatorStatements, type Statement, serverSql, statsStatements } from "@queuegen/modes";
import { createConnection } from "mysql2/promise";
import { beforeAll, describe, expect, test } from "vitest";
import { readsOf } from "../../packages/cli/src/explain/measure.js";
import { sampleValues } from "../../packages/cli/src/explain/samples.js";
import { openExplainSession } from "../../packages/cli/src/explain/session.js";
import { BACKLOG_ROWS, fillBacklog, PROCESSING_ROWS } from "../explain/backlog.js";
import { WITH_OPTIONS } from "../explain/with-options.js";
import { eachServer, freshDatabase } from "../services/database.js";

const LIMIT = 100;
/** Entries that are looked at, their rows, and what is put together from them; of a table six hundred times as long. */
const MOST_READS = 4 * LIMIT + 20;

const ALL: readonly Statement[] = [
  ...statsStatements(WITH_OPTIONS, serverSql),
  ...operatorStatements(WITH_OPTIONS, serverSql),
];
const STATUS: Readonly<Record<string, readonly number[]>> = {
  count: [0, 1, 2, 3, 5],
  recent: [2, 3],
  inState: [2, 3, 5],
};

eachServer((server) => {
  describe(`on ${BACKLOG_ROWS} finished, waiting and pending rows each`, { timeout: 600_000 }, () => {
    const database = freshDatabase(server);
    beforeAll(() => fillBacklog(database, WITH_OPTIONS, BACKLOG_ROWS), 1_200_000);

    test.each(ALL)("$name reads no more than it was asked for", async ({ name, sql }) => {
      const connection = await createConnection({ uri: database.url });
      try {
        const session = await openExplainSession(connection);
        const ids = (await database.query<{ id: number }>("SELECT id FROM notify_task WHERE status = 1 LIMIT 20")).map(
          ({ id }) => BigInt(id),
        );
        for (const status of STATUS[name] ?? [2]) {
          const values = { ...sampleValues(name, ids), limit: LIMIT, status };
          const most = name === "heldBy" ? MOST_READS + 2 * PROCESSING_ROWS : MOST_READS;
          expect(await readsOf(session, sql, values), `status ${status}`).toBeLessThanOrEqual(most);
        }
      } finally {
        await connection.end();
      }
    });
  });
});
