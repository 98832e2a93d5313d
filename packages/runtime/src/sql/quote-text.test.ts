import { expect, test } from "vitest";
import { quoteText } from "./quote-text.js";

test("quotes are doubled", () => {
  expect(quoteText('it\'s "so"')).toBe("'it''s \"so\"'");
});

test("a text with a backslash has neither quotes nor backslashes left", () => {
  expect(quoteText("\\' OR 1=1 -- ")).toBe("_utf8mb4 X'5c27204f5220313d31202d2d20'");
});
