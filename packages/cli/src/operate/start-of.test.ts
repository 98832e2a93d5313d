import { expect, it } from "vitest";
import { startOf } from "./start-of.js";

it("is known of every attempt but a first one that may be tried again", () => {
  expect(startOf({ attempts: 1, started_ms: 5 }, 3)).toBeNull();
  expect(startOf({ attempts: 1, started_ms: 5 }, 0)).toBeNull();
  expect(startOf({ attempts: 1, started_ms: 5 }, 1)).toBe(5);
  expect(startOf({ attempts: 2, started_ms: 5 }, 3)).toBe(5);
  expect(startOf({ attempts: 2, started_ms: null }, 3)).toBeNull();
});
