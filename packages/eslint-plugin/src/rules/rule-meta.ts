import type { Rule } from "eslint";

/** What all rules have in common. `found` is one text, since what to write instead depends on table and statement. */
export function ruleMeta(name: string, summary: string, recommended: boolean, page: string = name): Rule.RuleMetaData {
  return {
    type: "problem",
    docs: { description: summary, recommended, url: pageOf(page) },
    messages: { found: "{{text}}", change: "{{title}}" },
    schema: [],
  };
}

/** The page comes with the package: it fits the installed version, and needs no network. */
function pageOf(name: string): string {
  return new URL(`../dist/rules/${name}.md`, import.meta.url).href;
}
