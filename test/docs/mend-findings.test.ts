import { expect, test } from "vitest";
import { scratchProject } from "../cli/project.js";
import { page } from "./pages.js";
import { matches, pathOf } from "./session.js";

test("the page about fixes shows what the linter prints, and the diff of the dry run", async () => {
  const { blocks } = page("docs/how-to/mend-findings.md");
  const project = scratchProject();
  for (const block of blocks) if (block.language === "ts") project.write(pathOf(block) ?? "", block.text);
  const shown = (language: string): string => blocks.find((block) => block.language === language)?.text ?? "";
  const { code, out } = await project.run("lint", "src");
  expect(code).toBe(1);
  if (!matches(shown("text"), out)) expect(out).toBe(shown("text"));
  expect((await project.run("lint", "src", "--fix-dry-run")).out).toBe(shown("diff"));
});
