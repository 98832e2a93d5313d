import { expect, test } from "vitest";
import { chunks } from "./chunks.js";

test("a statement takes at most 1000 rows", () => {
  expect(chunks(new Array(2001).fill(10), 1e9)).toEqual([
    [0, 1000],
    [1000, 2000],
    [2000, 2001],
  ]);
});

test("a statement fills at most half of a packet", () => {
  expect(chunks([40, 40, 40, 10, 10], 200)).toEqual([
    [0, 2],
    [2, 5],
  ]);
});

test("a row longer than a packet goes alone", () => {
  expect(chunks([1, 500, 1], 100)).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
});

test("no rows, no statement", () => {
  expect(chunks([], 100)).toEqual([]);
});
