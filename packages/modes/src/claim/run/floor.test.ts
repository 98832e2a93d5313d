import { expect, test } from "vitest";
import { Floor } from "./floor.js";

const ids = (from: number, count: number) => Array.from({ length: count }, (_, i) => String(from + i));

test("a look goes on after the last id that was seen", () => {
  const floor = new Floor();
  expect(floor.start(10, 0)).toBe(0n);
  floor.looked(0n, 10, ids(1, 10));
  expect(floor.start(10, 1)).toBe(10n);
});

test("after a second the next look is from the head, and the one after it goes on", () => {
  const floor = new Floor();
  floor.start(10, 0);
  floor.looked(0n, 10, ids(1, 10));
  expect(floor.start(10, 999)).toBe(10n);
  expect(floor.start(10, 1000)).toBe(0n);
  floor.looked(0n, 10, ids(5, 10));
  expect(floor.start(10, 1001)).toBe(14n);
});

test("a look that comes back short sends the next one to the head, but not ten times a second", () => {
  const floor = new Floor();
  floor.start(10, 0);
  floor.looked(0n, 10, ids(1, 10));
  floor.looked(10n, 10, ids(11, 3));
  expect(floor.start(10, 50)).toBe(13n);
  expect(floor.start(10, 100)).toBe(0n);
  expect(floor.start(10, 101)).toBe(13n);
});

test("rows that were given back are looked for at once", () => {
  const floor = new Floor();
  floor.start(10, 0);
  floor.looked(0n, 10, ids(1, 10));
  floor.refresh();
  expect(floor.start(10, 1)).toBe(0n);
});

test("lost claims open jumps up to 32 batches, clean claims close them", () => {
  const floor = new Floor(() => 0.999);
  floor.start(10, 0);
  floor.looked(0n, 10, ids(1, 10));
  floor.claimed(10, 3);
  expect(floor.start(10, 1)).toBe(20n);
  for (let i = 0; i < 10; i++) floor.claimed(10, 0);
  expect(floor.start(10, 1)).toBe(10n + 310n);
  for (let i = 0; i < 16 * 31; i++) floor.claimed(10, 10);
  expect(floor.start(10, 1)).toBe(10n);
});

test("the refresh look never jumps, else the head would wait for its turn", () => {
  const floor = new Floor(() => 0.999);
  floor.start(10, 0);
  floor.looked(0n, 10, ids(1, 10));
  for (let i = 0; i < 10; i++) floor.claimed(10, 0);
  expect(floor.start(10, 1000)).toBe(0n);
});

test("a jump that lands behind the end closes", () => {
  const floor = new Floor(() => 0.999);
  floor.start(10, 0);
  floor.looked(0n, 10, ids(1, 10));
  for (let i = 0; i < 10; i++) floor.claimed(10, 0);
  floor.looked(320n, 10, []);
  expect(floor.start(10, 1)).toBe(10n);
});

test("ids of 64 bits keep every digit", () => {
  const floor = new Floor();
  floor.start(1, 0);
  floor.looked(0n, 1, ["18446744073709551614"]);
  expect(floor.start(1, 1)).toBe(18446744073709551614n);
});
