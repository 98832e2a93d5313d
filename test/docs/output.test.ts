import { expect, test } from "vitest";
import { scratchProject } from "../cli/project.js";
import { page } from "./pages.js";
import { matches, pathOf } from "./session.js";

test("the README shows what the linter prints", async () => {
  const { blocks } = page("README.md");
  const [source, shown] = blocks.filter(({ heading }) => heading === "Lint without a queue");
  if (source === undefined || shown === undefined) throw new Error("the README shows no lint run");
  const project = scratchProject();
  project.write(pathOf(source) ?? "", source.text);
  const { code, out } = await project.run("lint", "src");
  expect(code).toBe(1);
  if (!matches(shown.text, out)) expect(out).toBe(shown.text);
});

test("the page about CI shows the workflow that init writes", async () => {
  const [workflow] = page("docs/how-to/ci.md").blocks.filter(({ language }) => language === "yaml");
  const project = scratchProject();
  await project.run("init");
  expect(workflow?.text).toBe(project.read(".github/workflows/queuegen.yml"));
});
