import { expect, test } from "vitest";
import { BatchSize } from "./batch-size.js";

/** `count` jobs start at `from` and end one by one until `to`. */
function run(size: BatchSize, count: number, from: number, to: number): void {
  size.started(count, from);
  for (let left = count - 1; left >= 0; left--) size.ended(left, to);
}

test("the first claim takes what can start now", () => {
  expect(new BatchSize(1000).room({ free: 10, waiting: 0 }, 0)).toBe(10);
});

test("jobs of microseconds bring the batch to the most", () => {
  const size = new BatchSize(1000);
  run(size, 50, 0, 0.1);
  expect(size.room({ free: 50, waiting: 0 }, 1)).toBe(1000);
});

test("jobs of an hour never wait claimed", () => {
  const size = new BatchSize(1000);
  run(size, 10, 0, 3_600_000);
  expect(size.room({ free: 10, waiting: 0 }, 3_600_000)).toBe(10);
  expect(size.room({ free: 0, waiting: 0 }, 3_600_000)).toBe(0);
  expect(size.room({ free: 1, waiting: 0 }, 3_600_000)).toBe(1);
});

test("jobs of 10 ms keep as many waiting as start during a claim", () => {
  const size = new BatchSize(1000);
  run(size, 200, 0, 10);
  expect(size.room({ free: 200, waiting: 0 }, 10)).toBe(1000);
  expect(size.room({ free: 0, waiting: 600 }, 10)).toBe(0);
  expect(size.room({ free: 0, waiting: 400 }, 10)).toBe(600);
});

test("a slow database widens the reserve", () => {
  const size = new BatchSize(1000);
  run(size, 10, 0, 100);
  expect(size.room({ free: 0, waiting: 0 }, 100)).toBe(5);
  size.claimed(200);
  expect(size.room({ free: 0, waiting: 0 }, 100)).toBe(60);
});

test("while jobs of microseconds run, the next claim is a full one", () => {
  const size = new BatchSize(1000);
  run(size, 50, 0, 0.1);
  expect(size.room({ free: 0, waiting: 1000 }, 1)).toBe(0);
  expect(size.room({ free: 0, waiting: 999 }, 1)).toBe(1000);
});

test("after a stall nothing is read ahead, until handlers end again", () => {
  const size = new BatchSize(1000);
  run(size, 200, 0, 10);
  size.stalled(10);
  expect(size.room({ free: 0, waiting: 0 }, 11)).toBe(0);
  expect(size.room({ free: 3, waiting: 0 }, 12)).toBe(3);
  run(size, 10, 20, 100);
  expect(size.room({ free: 0, waiting: 0 }, 120)).toBeGreaterThan(0);
});

test("a fixed batch is never passed", () => {
  const size = new BatchSize(20);
  run(size, 50, 0, 0.1);
  expect(size.room({ free: 50, waiting: 0 }, 1)).toBe(20);
});
