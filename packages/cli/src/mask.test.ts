import { expect, it } from "vitest";
import { maskUrls } from "./mask.js";

it.each([
  ["mysql://root:secret@db:3306/app", "mysql://***@db:3306/app"],
  ["at mysql://u:p@a@b/x and redis://:pw@c", "at mysql://***@b/x and redis://***@c"],
  ["mysql://db/app", "mysql://db/app"],
  [
    "export DATABASE_URL=mysql://user:password@127.0.0.1:3306/app",
    "export DATABASE_URL=mysql://user:password@127.0.0.1:3306/app",
  ],
  ["https://example.test/a@b", "https://example.test/a@b"],
])("%s", (text, masked) => {
  expect(maskUrls(text)).toBe(masked);
});
