import { expect, test } from "vitest";
import { cutText } from "./cut-text.js";

test("a text of 500 characters stays, a longer one is cut between characters", () => {
  expect(cutText("x".repeat(500))).toHaveLength(500);
  expect(cutText("x".repeat(501))).toHaveLength(500);
  expect(cutText("\u{1f600}".repeat(501))).toBe("\u{1f600}".repeat(500));
});

test("a lone surrogate becomes a replacement character", () => {
  expect(cutText("a\ud800b")).toBe("a\ufffdb");
});
