import {
  createTableSql,
  DESTRUCTIVE_CODES,
  diffTables,
  planChanges,
  planCreateMigrations,
  type TableDiff,
} from "@queuegen/migrations";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tableDefinition } from "../../../packages/migrations/src/ddl/table-definition.js";
import { eachServer, type FreshDatabase, freshDatabase } from "../../services/database.js";
import { insertRows, tableText, valuesOf } from "./live-table.js";
import { type SchemaPair, schemaPairs } from "./random-tables.js";

/** The pairs are the same on every machine; another seed tries others. */
const SEED = Number(process.env.QUEUEGEN_DIFF_SEED ?? 20_260_401);
const PAIRS = Number(process.env.QUEUEGEN_DIFF_PAIRS ?? 60);
const TIME_LIMIT_MS = 10_000 + PAIRS * 100;

test("the random pairs hold every kind of change", () => {
  const codes = fc.sample(schemaPairs, { seed: SEED, numRuns: 400 }).flatMap(({ before, after, renames }) => {
    const { steps } = diffTables(tableDefinition(before), tableDefinition(after), { target: "mysql57", renames });
    return steps.flatMap(({ changes }) => changes.map(({ code }) => code));
  });
  expect([...new Set(codes)].sort()).toMatchInlineSnapshot(`
    [
      "add-column",
      "add-index",
      "add-unique-index",
      "allow-null",
      "change-index",
      "change-type",
      "column-comment",
      "column-default",
      "drop-column",
      "drop-index",
      "forbid-null",
      "move-column",
      "narrow-type",
      "rename-column",
      "rename-index",
      "rename-table",
      "table-comment",
    ]
  `);
});

test("a second migration right after one is empty", () => {
  const settings = { tablePrefix: "queuegen_" };
  for (const { before, after, renames } of fc.sample(schemaPairs, { seed: SEED, numRuns: 300 })) {
    const created = planCreateMigrations([before], [], new Date(0), settings);
    const request = {
      target: "mysql57",
      only: "notify",
      renames: [...renames].map(([fresh, old]) => `${old}:${fresh}`),
      allowDestructive: DESTRUCTIVE_CODES,
      allowCopy: true,
    } as const;
    // A word after --rename is of letters, digits and _.
    if (request.renames.some((word) => !/^[\w:]+$/.test(word))) continue;
    const { planned, problems } = planChanges([after], created, new Date(0), request);
    expect(problems).toEqual([]);
    const folders = [...created, ...planned.map(({ migration }) => migration)];
    expect(planChanges([after], folders, new Date(0), { ...request, renames: [] })).toMatchObject({
      planned: [],
      problems: [],
    });
    expect(planCreateMigrations([after], folders, new Date(0), settings)).toEqual([]);
  }
});

eachServer((server) => {
  describe("random pairs of schemas", () => {
    const database = freshDatabase(server);
    // What runs on the servers of the tests is what the oldest ones take as well.
    const targets = ["mysql57", server.name === "mysql" ? "mysql80" : "mariadb106"] as const;

    test.each(targets)(
      "the diff makes a table equal to a fresh one, keeps the rows, and goes back (%s)",
      {
        timeout: TIME_LIMIT_MS + 60_000,
      },
      async (target) => {
        await database.query("SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'");
        const goesThereAndBack = fc.asyncProperty(schemaPairs, (pair) => thereAndBack(database, pair, target));
        await fc.assert(goesThereAndBack, {
          seed: SEED,
          numRuns: PAIRS,
          interruptAfterTimeLimit: TIME_LIMIT_MS,
          markInterruptAsFailure: false,
        });
      },
    );
  });
});

async function thereAndBack(
  database: FreshDatabase,
  pair: SchemaPair,
  target: "mysql57" | "mysql80" | "mariadb106",
): Promise<void> {
  const { before, after, renames } = pair;
  const [old, fresh] = [tableDefinition(before), tableDefinition(after)];
  const diff = diffTables(old, fresh, { target, renames });
  expect(diff.impossible).toEqual([]);
  expect(diffTables(fresh, fresh, { target }).steps).toEqual([]);
  for (const { table } of [before, after]) await database.query("DROP TABLE IF EXISTS ??", [table]);
  await database.query(createTableSql(after));
  const expected = await tableText(database, after.table);
  await database.query("DROP TABLE ??", [after.table]);
  await database.query(createTableSql(before));
  const original = await tableText(database, before.table);
  const kept = await rowsThatStay(database, pair, diff);
  const values = await valuesOf(
    database,
    before.table,
    "id",
    kept.map(([name]) => name),
  );
  for (const { up } of diff.steps) await database.query(up);
  expect(await tableText(database, after.table)).toBe(expected);
  const id = after.fields.id ?? "id";
  expect(
    await valuesOf(
      database,
      after.table,
      id,
      kept.map(([, name]) => name),
    ),
  ).toEqual(values);
  for (const { down } of [...diff.steps].reverse()) await database.query(down);
  expect(await tableText(database, before.table)).toBe(original);
  expect(
    await valuesOf(
      database,
      before.table,
      "id",
      kept.map(([name]) => name),
    ),
  ).toEqual(values);
  await database.query("DROP TABLE ??", [before.table]);
}

/** Fills the table as far as the diff can take rows; the columns, old and new name, whose values must be the same afterwards. */
async function rowsThatStay(
  database: FreshDatabase,
  { before, after, renames }: SchemaPair,
  { steps }: TableDiff,
): Promise<readonly (readonly [string, string])[]> {
  const all = steps.flatMap(({ changes, reverse }) => [...changes, ...reverse]);
  // What narrows, one way or the other, is refused by the server where a row does not fit.
  if (all.some(({ code }) => code === "narrow-type" || code === "forbid-null")) return [];
  const unique = [...before.indexes, ...after.indexes].some(
    (index) => index.unique && index.name !== "uniq_dedupe_key",
  );
  await insertRows(database, before, unique ? 1 : 3);
  return after.columns.flatMap((column) => {
    const old = before.columns.find(({ name }) => name === (renames.get(column.name) ?? column.name));
    if (old === undefined) return [];
    return [[old.name, column.name] as const];
  });
}
