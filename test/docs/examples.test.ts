import { describe, expect, test } from "vitest";
import { compile } from "../types/compiler.js";
import { exampleProject, examples } from "./example-project.js";
import { pagesBelow } from "./pages.js";

const pages = ["docs/how-to/", "docs/modes/", "docs/reference/"].flatMap(pagesBelow);

describe("examples of queuegen.json", () => {
  const configured = pages.filter(({ blocks }) => blocks.some(({ language }) => language === "json"));

  test.each(configured)("that $path shows are ones that the loader takes", async (page) => {
    expect(await exampleProject(page).run("generate", "--dry-run")).toMatchObject({ code: 0, err: "" });
  });
});

test.each(pages.filter((page) => examples(page).length > 0))(
  "TypeScript with every strict flag takes the examples of $path",
  async (page) => {
    const project = exampleProject(page);
    expect(await project.run("generate")).toMatchObject({ code: 0, err: "" });
    expect(await compile("7", project.root, ["--noEmit"])).toBe("");
  },
);
