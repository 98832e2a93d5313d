import type { DocPage } from "./pages.js";

/** Areas in the order of the index; a code belongs to the first that claims it. */
const AREAS: readonly (readonly [title: string, codes: RegExp])[] = [
  ["Command line, configuration, files", /^(usage|config-.*|path-missing|rule-unknown|read-failed|write-failed)$/],
  ["Generating", /^(no-queues|no-template|template-failed|change-.*|rename-unknown)$/],
  ["Database and migrations", /^(database-.*|migration-.*|ledger-not-ours|table-missing|queue-unknown)$/],
  ["Schema", /./],
];

/** docs/errors/README.md: every page with its first sentence. */
export function printErrorIndex(pages: readonly DocPage[]): string {
  const left = pages
    .filter(({ path }) => !path.endsWith("README.md"))
    .map(entryOf)
    .sort((a, b) => (a.code < b.code ? -1 : 1));
  const sections = AREAS.map(([title, codes]) => {
    const own = left.filter((entry) => AREAS.find(([, each]) => each.test(entry.code))?.[1] === codes);
    return [`## ${title}`, own.map(({ line }) => line).join("\n")].join("\n\n");
  });
  return [HEAD, ...sections].join("\n\n").concat("\n");
}

function entryOf({ path, text }: DocPage): { readonly code: string; readonly line: string } {
  const file = path.split("/").at(-1) ?? path;
  const code = file.replace(/\.md$/, "");
  const paragraph = text.split("\n\n")[1]?.replace(/\s+/g, " ").trim() ?? "";
  const [sentence = paragraph] = /^.*?[.](?= [A-Z`]|$)/.exec(paragraph) ?? [];
  return { code, line: `- [${code}](${file}): ${sentence}` };
}

const HEAD = `# Errors

<!-- Printed from the pages of this folder with \`npm run docs\`. -->

Every message of queuegen carries a code after its severity; each code has a page that says what it means, why it is an error and
what to do. Findings of the linter have theirs in [reference/lint.md](../reference/lint.md).`;
