import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { repositoryFiles } from "../architecture/source-files.js";
import { page, ROOT } from "./pages.js";

test("the page about doctor lists every check once, with its severities", () => {
  const sources = repositoryFiles("packages/cli/src/doctor")
    .filter((file) => /judge-[a-z]+\.ts$/.test(file))
    .map((file) => readFileSync(ROOT + file, "utf8"));
  const found = new Map<string, Set<string>>();
  for (const [, check = "", words = ""] of sources.flatMap((text) => [
    ...text.matchAll(/check: "([a-z-]+)",\s+severity: ([^,]+),/g),
  ])) {
    const severities = found.get(check) ?? new Set();
    for (const [, severity = ""] of words.matchAll(/"(error|warning|info)"/g)) severities.add(severity);
    found.set(check, severities);
  }
  const listed = [...page("docs/how-to/doctor.md").text.matchAll(/^\| `([a-z-]+)` \| ([a-z, ]+) \|/gm)];
  const sorted = (entries: readonly (readonly [string, readonly string[]])[]): readonly unknown[] =>
    [...entries].map(([check, words]) => [check, [...words].sort()]).sort();
  expect(sorted(listed.map(([, check = "", words = ""]) => [check, words.split(", ")]))).toEqual(
    sorted([...found].map(([check, words]) => [check, [...words]])),
  );
});
