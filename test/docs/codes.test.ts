import { readFileSync } from "node:fs";
import { META_RULES, RULE_NAMES } from "@queuegen/lint";
import ts from "typescript";
import { expect, test } from "vitest";
import { repositoryFiles } from "../architecture/source-files.js";
import { codeParameters, codesIn } from "./diagnostic-codes.js";
import { page, pagesBelow, ROOT } from "./pages.js";

/** Packages whose diagnostics a user sees. */
const PACKAGES = ["cli", "generator", "lint", "migrations", "model", "modes", "reader"];

const sources = repositoryFiles(...PACKAGES.map((name) => `packages/${name}/src`))
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.includes("/fixtures/"))
  // Kinds of change have codes, too, and stand on one page together.
  .filter((file) => !file.startsWith("packages/migrations/src/diff/"))
  .map((file) => ts.createSourceFile(file, readFileSync(ROOT + file, "utf8"), ts.ScriptTarget.Latest, true));
const parameters = new Map(sources.flatMap(codeParameters));
/** `${action}-failed` in file-error.ts. */
const PATTERNS: Readonly<Record<string, readonly string[]>> = { "*-failed": ["read-failed", "write-failed"] };
const codes = new Set(
  sources
    .flatMap((source) => codesIn(source, parameters))
    .flatMap((code) => PATTERNS[code] ?? code)
    // Codes of errors of Node and of the driver are in capitals.
    .filter((code) => /^[a-z]+(-[a-z]+)*$/.test(code)),
);
const names = (folder: string): readonly string[] =>
  pagesBelow(folder)
    .map(({ path }) => path.slice(folder.length, -".md".length))
    .filter((name) => name !== "README");
const rules = [...RULE_NAMES, ...Object.keys(META_RULES)];

test("the codes of diagnostics are found in the sources", () => {
  expect(codes.size).toBeGreaterThan(50);
  for (const code of [
    "bad-name",
    "schema-not-static",
    "migration-failed",
    "reclaim-threshold",
    "write-failed",
    "usage",
  ])
    expect(codes).toContain(code);
});

test("every code has its page, and every page its code", () => {
  const documented = [...names("docs/errors/"), ...names("docs/rules/")];
  const known = new Set([...codes, ...rules]);
  expect([...known].filter((code) => !documented.includes(code)).sort()).toEqual([]);
  expect(documented.filter((code) => !known.has(code)).sort()).toEqual([]);
});

test.each([
  ["docs/errors/README.md", "docs/errors/", ""],
  ["docs/reference/lint.md", "docs/rules/", "../rules/"],
])("%s names every page of %s once", (index, folder, prefix) => {
  const wanted = names(folder).map((name) => `${prefix}${name}.md`);
  const linked = page(index).links.map(({ target }) => target);
  expect(linked.filter((target) => wanted.includes(target)).sort()).toEqual([...wanted].sort());
});

test.each(pagesBelow("docs/errors/").filter(({ path }) => !path.endsWith("README.md")))(
  "$path says what it means, why, and what to do",
  ({ path, text }) => {
    const code = path.slice("docs/errors/".length, -".md".length);
    expect(text.startsWith(`# ${code}\n\n`)).toBe(true);
    expect(text.match(/^## .*$/gm)?.slice(0, 2)).toEqual(["## Why", "## What to do"]);
  },
);
