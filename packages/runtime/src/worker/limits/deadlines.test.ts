import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Claimed } from "../claimed.js";
import { Deadlines } from "./deadlines.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const item = (id: string) => new Claimed(id, 1, {}, "token", { monotonic: 0, wall: 0 });

function deadlines(timeout: number) {
  const told: string[] = [];
  const at = (what: string) => (one: Claimed<object>) => told.push(`${what} ${one.id} at ${performance.now()}`);
  const begin = performance.now();
  expect(begin).toBe(0);
  return {
    told,
    limits: new Deadlines<object>({ timeout, onTimeout: at("late"), onHang: at("hangs"), onUnhang: at("ends") }),
  };
}

test("each handler has the same time from its own start, with one timer for all", () => {
  const { told, limits } = deadlines(100);
  limits.began(item("1"));
  vi.advanceTimersByTime(30);
  for (const id of ["2", "3"]) limits.began(item(id));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(100);
  expect(told).toEqual(["late 1 at 100", "late 2 at 130", "late 3 at 130"]);
});

test("one that has ended is not told, and when all have no timer goes on", () => {
  const { told, limits } = deadlines(100);
  const items = Array.from({ length: 1_000 }, (_, index) => item(String(index)));
  for (const one of items) limits.began(one);
  for (const one of items) limits.ended(one);
  vi.advanceTimersByTime(100);
  expect(told).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a second after its time a handler that has not ended hangs, until it does", () => {
  const { told, limits } = deadlines(100);
  const [quick, hung] = [item("quick"), item("hung")];
  limits.began(quick);
  limits.began(hung);
  vi.advanceTimersByTime(1_000);
  limits.ended(quick);
  expect(limits.hanging).toBe(0);
  vi.advanceTimersByTime(100);
  expect(limits.hanging).toBe(1);
  vi.advanceTimersByTime(5_000);
  limits.ended(hung);
  expect(limits.hanging).toBe(0);
  expect(told).toEqual(["late quick at 100", "late hung at 100", "hangs hung at 1100", "ends hung at 6100"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("after a stop nothing is told of those that run", () => {
  const { told, limits } = deadlines(100);
  limits.began(item("1"));
  limits.stop();
  vi.advanceTimersByTime(5_000);
  expect(told).toEqual([]);
});
