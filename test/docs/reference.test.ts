import { expect, test } from "vitest";
import { definedCommands } from "./command-line.js";
import { pagesBelow } from "./pages.js";
import { printCliReference } from "./print-cli-reference.js";
import { printConfigReference } from "./print-config-reference.js";
import { printErrorIndex } from "./print-error-index.js";
import { printLintReference } from "./print-lint-reference.js";

/** `npm run docs` writes these pages, and docs/reference/schema.md with them. */
test.each([
  ["reference/cli.md", () => printCliReference(definedCommands)],
  ["reference/config.md", printConfigReference],
  ["reference/lint.md", printLintReference],
  ["errors/README.md", () => printErrorIndex(pagesBelow("docs/errors/"))],
])("docs/%s is that of the sources (renew with npm run docs)", async (file, print) => {
  await expect(print()).toMatchFileSnapshot(`../../docs/${file}`);
});
