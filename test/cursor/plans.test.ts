import { serverSql, walkStatements } from "@queuegen/modes";
import { type Connection, createConnection } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readsOf } from "../../packages/cli/src/explain/measure.js";
import { planOf } from "../../packages/cli/src/explain/plan.js";
import { type ExplainSession, openExplainSession } from "../../packages/cli/src/explain/session.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { fill } from "./run-walk.js";
import { type WalkParts, walkModel, walkQueue } from "./walk-queue.js";

const ROWS = 20_000;
const LIMIT = 100;
/** What finding the ends of a stretch may cost besides. */
const ENDS = 5;

interface Shape {
  readonly what: string;
  readonly parts: WalkParts;
  readonly key: readonly string[];
  readonly table: string;
  readonly row: (n: number) => readonly unknown[];
  /** A cursor in the middle, and an end that many rows later. */
  readonly at: readonly number[];
  readonly hi: readonly number[];
}

const SHAPES: readonly Shape[] = [
  {
    what: "one integer",
    parts: { columns: "id: bigint({ unsigned: true })", walk: '{ where: "flag = 0" }' },
    key: ["id"],
    table: "id bigint unsigned NOT NULL PRIMARY KEY, flag int NOT NULL, KEY (flag)",
    row: (n) => [n * 3, n % 2],
    at: [9_000],
    hi: [51_000],
  },
  {
    what: "two columns",
    parts: { columns: "tenant: int(), id: bigint()", walk: '{ key: ["tenant", "id"] }' },
    key: ["tenant", "id"],
    table: "tenant int NOT NULL, id bigint NOT NULL, flag int NOT NULL, PRIMARY KEY (tenant, id), KEY (flag)",
    row: (n) => [n % 4, n, n % 2],
    at: [1, 5_001],
    hi: [3, 15_003],
  },
];

describe.each(SHAPES)("with a key of $what", ({ parts, key, table, row, at, hi }) => {
  eachServer((server) => {
    const database = freshDatabase(server);
    const model = walkModel(parts);
    const statements = walkStatements(model, serverSql).filter(({ sql }) => !/^INSERT|^SELECT CAST\(LAST/.test(sql));
    let connection: Connection;
    let session: ExplainSession;
    beforeAll(async () => {
      await database.query(`CREATE TABLE item (${table})`);
      await fill(
        database,
        "item",
        [...key, "flag"],
        Array.from({ length: ROWS }, (_, n) => row(n)),
      );
      await walkQueue(parts).createTables(database);
      const bounds = key.flatMap((name) => [`lo_${name}`, `at_${name}`, `hi_${name}`]);
      const ranges = Array.from({ length: 3_000 }, (_, n) => [
        [0, 1, 2, 5][n % 4],
        0,
        ...key.flatMap((_name, index) => [at[index], at[index], hi[index]]),
      ]);
      await fill(database, "walk_range", ["status", "create_time", ...bounds], ranges);
      await database.query("ANALYZE TABLE item, walk_range");
      connection = await createConnection({ uri: database.url });
      session = await openExplainSession(connection);
    });
    afterAll(() => connection.end());

    const values: Record<string, unknown> = { id: 2, token: "nobody", seen: 1, done: 1, limit: LIMIT, skip: LIMIT - 1 };
    Object.assign(values, { status: 6, planned: 1, moved: 1, cost: 1 });
    for (const [index, name] of key.entries()) {
      Object.assign(values, { [`lo_${name}`]: at[index], [`at_${name}`]: at[index], [`hi_${name}`]: hi[index] });
      Object.assign(values, { [`old_at_${name}`]: at[index], [`mid_${name}`]: at[index], [`near_${name}`]: hi[index] });
    }

    test.each(statements)(
      "$name goes along its index and reads no more than it is asked for",
      async ({ name, sql }) => {
        const plan = await planOf(session, sql, values);
        const steps = plan.filter(({ type }) => type !== "" && !/no matching|impossible/i.test(type));
        const indexes = sql.includes("idx_status_id") ? "idx_status_id" : "PRIMARY";
        // What was counted is a table of its own, of as many rows as were asked for.
        const own = steps.filter(
          (step) => step.index !== undefined || (step.type === "ALL" && !sql.includes("AS counted")),
        );
        expect(own).not.toEqual([]);
        for (const { type, index, extra } of own) {
          expect([name, index]).toEqual([name, indexes]);
          // The first and the last key are read off the end of the index.
          const ways = /^(?:lowest|highest)$/.test(name) ? ["index"] : ["const", "ref", "range", "eq_ref"];
          expect(ways, `${name}: ${sql}`).toContain(type);
          expect(extra).not.toMatch(/filesort|temporary/);
        }
        // Half of the rows meet the condition.
        const rows = name.startsWith("rows") && model.walk?.where !== null ? 2 * LIMIT : LIMIT;
        expect(await readsOf(session, sql, values), name).toBeLessThanOrEqual(2 * rows + ENDS);
      },
    );
  });
});
