import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { configSchema } from "./config-schema.js";

it("schema.json says what the loader takes", () => {
  const file = new URL("../../schema.json", import.meta.url);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(configSchema());
});
