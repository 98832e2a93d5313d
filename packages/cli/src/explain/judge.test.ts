import { describe, expect, it } from "vitest";
import type { ExplainedStatement } from "./explained-statement.js";
import { allowedReads, problemsOf } from "./judge.js";
import type { PlanStep } from "./plan.js";
import type { TableSize } from "./samples.js";

const FRESH: ExplainedStatement = {
  name: "fresh",
  sql: "",
  indexes: [["idx_status_id"]],
  hinted: true,
  bound: "limit",
};
const LONG: TableSize = { processing: 0, few: false };
const BUSY: TableSize = { processing: 1000, few: false };
const GOOD: PlanStep = { type: "range", index: "idx_status_id", extra: "Using index condition" };

function problems(step: Partial<PlanStep>, reads: number | undefined = 20): readonly string[] {
  return problemsOf(FRESH, { plan: [{ ...GOOD, ...step }], reads }, LONG);
}

describe("problemsOf", () => {
  it("finds nothing wrong with a range of the right index that reads what it needs", () => {
    expect(problems({})).toEqual([]);
    expect(problems({ type: "ref" }, 45)).toEqual([]);
    expect(problems({}, undefined)).toEqual([]);
  });

  it.each<[string, Partial<PlanStep>, number?]>([
    ["sorts rows (filesort)", { extra: "Using where; Using filesort" }],
    ["builds a temporary table", { extra: "Using temporary" }],
    ["scans the whole table instead of using idx_status_id", { type: "ALL", index: undefined }],
    ["scans the whole index PRIMARY instead of a range of idx_status_id", { type: "index", index: "PRIMARY" }],
    ["uses PRIMARY instead of idx_status_id", { index: "PRIMARY" }],
    ["uses no index instead of idx_status_id", { index: undefined }],
    ["reads 46 rows where 45 would do", {}, 46],
  ])("says that it %s", (words, step, reads = 20) => {
    expect(problems(step, reads)).toEqual([words]);
  });

  it("lets a DELETE find its rows by either index", () => {
    const purge: ExplainedStatement = { ...FRESH, indexes: [["PRIMARY", "idx_status_id"]], bound: "ids" };
    expect(problemsOf(purge, { plan: [{ ...GOOD, index: "PRIMARY" }], reads: 20 }, LONG)).toEqual([]);
    expect(problemsOf(purge, { plan: [{ ...GOOD, index: "idx_run_at" }], reads: 20 }, LONG)).toEqual([
      "uses idx_run_at instead of PRIMARY",
    ]);
  });

  it("lets a statement without a hint scan a table that is nearly empty, and only that", () => {
    const few: TableSize = { processing: 0, few: true };
    const plain: ExplainedStatement = { ...FRESH, hinted: false };
    const plan: PlanStep[] = [{ type: "ALL", index: undefined, extra: "Using where" }];
    expect(problemsOf(plain, { plan, reads: 3 }, few)).toEqual([]);
    expect(problemsOf(plain, { plan, reads: 900 }, few)).toEqual([]);
    expect(problemsOf(plain, { plan, reads: 3 }, LONG)).toHaveLength(1);
    expect(problemsOf(plain, { plan: [GOOD], reads: 900 }, few)).toEqual(["reads 900 rows where 45 would do"]);
    expect(problemsOf(FRESH, { plan, reads: 3 }, few)).toEqual([
      "scans the whole table instead of using idx_status_id",
    ]);
  });

  it("lets a statement with a hint walk the index that it names where there are next to no rows", () => {
    const few: TableSize = { processing: 0, few: true };
    const walk = (index: string): PlanStep[] => [{ type: "index", index, extra: "Using where; Using index" }];
    expect(problemsOf(FRESH, { plan: walk("idx_status_id"), reads: 0 }, few)).toEqual([]);
    expect(problemsOf(FRESH, { plan: walk("PRIMARY"), reads: 0 }, few)).toHaveLength(1);
    expect(problemsOf(FRESH, { plan: walk("idx_status_id"), reads: 0 }, LONG)).toHaveLength(1);
  });

  it("judges each half of a union by its own index", () => {
    const poll: ExplainedStatement = { ...FRESH, indexes: [["idx_status_id"], ["idx_run_at"]] };
    const union: PlanStep = { type: "", index: undefined, extra: "" };
    expect(problemsOf(poll, { plan: [GOOD, { ...GOOD, index: "idx_run_at" }, union], reads: 40 }, LONG)).toEqual([]);
    expect(problemsOf(poll, { plan: [GOOD, GOOD], reads: 40 }, LONG)).toEqual([
      "uses idx_status_id instead of idx_run_at",
    ]);
    expect(problemsOf(poll, { plan: [GOOD], reads: 40 }, LONG)).toEqual(["the plan does not touch the table"]);
  });

  it("allows the look for expired claims the rows in work as well", () => {
    expect(allowedReads(FRESH, BUSY)).toBe(45);
    expect(allowedReads({ ...FRESH, bound: "limit and processing" }, BUSY)).toBe(1045);
  });
});
