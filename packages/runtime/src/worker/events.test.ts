import { expect, test } from "vitest";
import { Events } from "./events.js";

test("every listener of an event gets it until it is removed", () => {
  const events = new Events();
  const seen: number[] = [];
  const off = events.on("completed", ({ count }) => seen.push(count));
  events.on("completed", ({ count }) => seen.push(-count));
  events.emit("completed", { queue: "q", count: 1 });
  off();
  events.emit("completed", { queue: "q", count: 2 });
  events.emit("claimed", { queue: "q", count: 3 });
  expect(seen).toEqual([1, -1, -2]);
});
