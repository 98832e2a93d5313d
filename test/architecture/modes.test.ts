import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT, read, repositoryFiles } from "./source-files.js";

const modes = [
  ...new Set(
    repositoryFiles("packages/modes/src").flatMap(
      (file) => /^packages\/modes\/src\/([^/]+)\/design\.ts$/.exec(file)?.[1] ?? [],
    ),
  ),
];

test("there is at least the mode claim", () => {
  expect(modes).toContain("claim");
});

describe.each(modes)("mode %s", (mode) => {
  test.each([
    ["a run face", [`packages/modes/src/${mode}/run.ts`, `packages/modes/src/${mode}/run/index.ts`]],
    ["an entry of the runtime", [`packages/runtime/src/${mode}.ts`]],
    ["templates", [`templates/${mode}`]],
    ["a page in the docs", [`docs/modes/${mode}.md`]],
  ])("has %s", (_what, places) => {
    expect(places.filter((place) => existsSync(path.join(ROOT, place)))).not.toEqual([]);
  });

  test("has a sample schema", () => {
    const schemas = repositoryFiles("schemas").filter((file) => file.endsWith(".queue.ts"));
    expect(schemas.filter((file) => read(file).includes(`mode: "${mode}"`))).not.toEqual([]);
  });

  test("is exported by the runtime's manifest", () => {
    expect(Object.keys((JSON.parse(read("packages/runtime/package.json")) as { exports: object }).exports)).toContain(
      `./${mode}`,
    );
  });
});
