import { expect, it } from "vitest";
import { isQueueLike, wordsOf } from "./redis-keys.js";

it.each([
  ["queue:mail", true],
  ["mail-queue", true],
  ["jobs", true],
  ["app:exportTasks", true],
  ["delayQueue:zset", true],
  ["event_queue", true],
  ["events", false],
  ["jobs:completed", false],
  ["queue:stats", false],
  ["rate:queue", false],
  ["notifications", false],
  ["leaderboard", false],
])("%s looks like a queue: %s", (text, expected) => {
  const key = { text, id: text, words: wordsOf(text), isKnown: true, span: { start: 0, end: 0 } };
  expect(isQueueLike(key)).toBe(expected);
});
