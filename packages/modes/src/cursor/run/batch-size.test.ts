import { expect, test } from "vitest";
import { BatchRows } from "./batch-size.js";

test("without a time every batch is as large as it may be", () => {
  const size = new BatchRows(500, null);
  size.took(10_000, 500);
  expect(size.rows).toBe(500);
});

test("with a time batches begin small, double at the most, and end at the limit", () => {
  const size = new BatchRows(50, 1_000);
  const rows: number[] = [];
  for (let batch = 0; batch < 5; batch++) {
    rows.push(size.rows);
    size.took(1, size.rows);
  }
  expect(rows).toEqual([10, 20, 40, 50, 50]);
});

test("a batch that took too long makes the next one as small as fits, but not smaller than a quarter", () => {
  const size = new BatchRows(1_000, 100);
  size.took(200, 10);
  expect(size.rows).toBe(5);
  size.took(100_000, 5);
  expect(size.rows).toBe(1);
});
