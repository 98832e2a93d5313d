import { expect, test } from "vitest";
import { behind, Scatter } from "./scatter.js";

const rows = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i);

test("looks start at the head as long as no claim is lost", () => {
  const scatter = new Scatter(() => 0.99);
  for (let i = 0; i < 5; i++) {
    expect(scatter.skip(10)).toBe(0);
    scatter.claimed(10, 10);
  }
});

test("each loss doubles the room that looks spread over, and clean claims narrow it again", () => {
  const scatter = new Scatter(() => 0.99);
  const skipped = [1, 2, 3, 4, 5, 6, 7].map(() => {
    scatter.claimed(10, 3);
    return scatter.skip(10);
  });
  expect(skipped).toEqual([10, 30, 70, 150, 310, 310, 310]);
  for (let i = 0; i < 16 * 31; i++) scatter.claimed(10, 10);
  expect(scatter.skip(10)).toBe(0);
});

test("a look passes over a thousand rows at most, and none where it wants as many", () => {
  const scatter = new Scatter(() => 0.99);
  for (let i = 0; i < 9; i++) scatter.claimed(400, 0);
  expect(scatter.skip(400)).toBe(800);
  expect(scatter.skip(1000)).toBe(1000);
  expect(scatter.skip(1001)).toBe(0);
});

test("a short look brings it back to the head", () => {
  const scatter = new Scatter(() => 0.99);
  scatter.claimed(10, 0);
  scatter.looked(0n, 10, ["a"]);
  expect(scatter.skip(10)).toBe(0);
});

test("of what was read, those behind the ones passed over are wanted, the last ones of a short queue", () => {
  expect(behind(rows(30), 20, 10)).toEqual(rows(30).slice(20));
  expect(behind(rows(25), 20, 10)).toEqual(rows(25).slice(15));
  expect(behind(rows(7), 20, 10)).toEqual(rows(7));
  expect(behind(rows(10), 0, 10)).toEqual(rows(10));
});
