import { modes } from "@queuegen/modes";
import { type ReaderHost, readQueues } from "@queuegen/reader";
import { describe, expect, test } from "vitest";

function read(text: string) {
  const file = `import { bigint, defineQueue, float, varchar } from "queuegen";
export const recode = defineQueue("recode-orders", { mode: "cursor", ${text} });`;
  const host: ReaderHost = { readFile: (path) => (path === "a.queue.ts" ? file : undefined), fileExists: () => true };
  const { models, diagnostics } = readQueues(["a.queue.ts"], host, modes);
  return { model: models[0], problems: diagnostics.map(({ code, message }) => `${code}: ${message}`) };
}

const COLUMNS = 'columns: { id: bigint({ unsigned: true }), status: varchar(20) }, table: "orders"';

test("the table and columns of the declaration are those that are walked over; the queue's own hold the ranges", () => {
  const { model, problems } = read(COLUMNS);
  expect(problems).toEqual([]);
  expect(model).toMatchObject({ table: "recode_orders_range", walk: { table: "orders", key: ["id"], batch: 500 } });
  expect(model?.walk?.columns.map(({ name }) => name)).toEqual(["id", "status"]);
  expect(model?.columns.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["id", "status", "claim_token", "lo_id", "at_id", "hi_id", "rows_seen"]),
  );
});

describe("what cannot be walked over is told", () => {
  test.each([
    ["columns: { id: bigint() }", "missing-option: `table` is missing"],
    ['table: "orders", columns: {}', "bad-option: `columns` says which columns"],
    [`${COLUMNS}, walk: { key: ["nr"] }`, "bad-option: The key of the walk: `nr` is not among the columns."],
    [`${COLUMNS}, walk: { key: ["id", "id"] }`, "bad-option: The key of the walk names a column twice."],
    ['table: "orders", columns: { id: float() }', "bad-option: The key of the walk: `id` is float."],
    ['table: "orders", columns: { id: bigint({ null: true }) }', "bad-option: The key of the walk: `id` may be NULL"],
    [`${COLUMNS}, indexes: { a: ["id"] }`, "bad-option: `indexes` says nothing in mode cursor"],
    [`${COLUMNS}, dedupe: true`, "unknown-option: There is no option `dedupe` here."],
    [`${COLUMNS}, walk: { rangeTable: "no name" }`, "bad-name: "],
    [`${COLUMNS}, walk: { batch: 0 }`, "bad-option: "],
  ])("%s", (text, problem) => {
    const { model, problems } = read(text);
    expect(model).toBeUndefined();
    expect(problems.join("\n")).toContain(problem);
  });
});
