import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { notify, settings } from "./fixtures.js";
import { planFiles } from "./plan-files.js";

const example = new URL("../../../generated-example/", import.meta.url);

describe("the files of a queue", () => {
  const files = planFiles([notify], settings);

  it.each([...files.keys()].filter((path) => !path.endsWith(".sql")))("%s is the committed example", (path) => {
    expect(files.get(path)).toBe(readFileSync(new URL(path, example), "utf8"));
  });
});
