import { expect, test } from "vitest";
import { sqlComment } from "./sql-comment.js";

test.each([
  ["One sentence.", "One sentence."],
  ["Over\n  two lines.", "Over two lines."],
  ["First.\n\nSecond.", "First."],
  ["First.\r\n\r\nSecond.", "First."],
  ["First.\n@see other", "First."],
  ["It's 100 % \\ `q`", "It's 100 % \\ `q`"],
  ["Sends 🚀 it", "Sends ? it"],
  ["x".repeat(30), `${"x".repeat(19)}…`],
])("%j becomes %j", (doc, comment) => {
  expect(sqlComment(doc, 20)).toBe(comment);
});

test.each([undefined, "", "  \n ", "@internal"])("%j becomes no comment", (doc) => {
  expect(sqlComment(doc, 20)).toBeUndefined();
});
