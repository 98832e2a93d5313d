import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parsePage } from "./markdown.js";
import { type DocPage, pages, ROOT } from "./pages.js";

test.each(pages)("every link of $path leads somewhere", (page) => {
  expect(page.links.flatMap((link) => problemOf(page, link.target).map((why) => `line ${link.line}: ${why}`))).toEqual(
    [],
  );
});

test("every page but the entrances is linked to from another one", () => {
  const targets = new Set(
    pages.flatMap((page) => page.links.map(({ target }) => resolved(page, target.split("#")[0] ?? ""))),
  );
  const lonely = pages.map(({ path: file }) => file).filter((file) => file !== "README.md" && !targets.has(file));
  expect(lonely).toEqual([]);
});

test("anchors are those of GitHub", () => {
  const text = "# What if ...\n## `a` & b_c\n## Same\n## Same\n```\n# not a heading\n```\n";
  expect([...parsePage(text).anchors]).toEqual(["what-if-", "a--b_c", "same", "same-1"]);
});

function problemOf(page: DocPage, target: string): readonly string[] {
  if (/^https?:/.test(target)) return [];
  const [file = "", anchor] = target.split("#");
  const found = file === "" ? page.path : resolved(page, file);
  if (!existsSync(ROOT + found)) return [`${target} is not there`];
  if (anchor === undefined) return statSync(ROOT + found).isDirectory() ? [`${target} is a folder, not a page`] : [];
  const other = pages.find((candidate) => candidate.path === found);
  return other?.anchors.has(anchor) ? [] : [`${target}: no such heading`];
}

function resolved(page: DocPage, file: string): string {
  return path.posix.join(path.posix.dirname(page.path), file);
}
