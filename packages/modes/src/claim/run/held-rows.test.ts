import { expect, it } from "vitest";
import { HeldRows } from "./held-rows.js";

it("leaves a row out for ten seconds", () => {
  const held = new HeldRows();
  held.add("4", 1_000);
  expect([held.has("4", 1_001), held.has("5", 1_001), held.has("4", 10_999), held.none]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect([held.has("4", 11_000), held.none]).toEqual([false, true]);
});

it("forgets rows that are never asked for again", () => {
  const held = new HeldRows();
  held.add("4", 0);
  held.add("5", 20_000);
  expect(held.has("5", 20_001)).toBe(true);
  expect(held.has("5", 30_000)).toBe(false);
  expect(held.none).toBe(true);
});
