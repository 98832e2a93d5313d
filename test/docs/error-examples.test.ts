import { expect, test } from "vitest";
import { type Project, scratchProject } from "../cli/project.js";
import type { Run } from "../cli/run.js";
import { page, pagesBelow } from "./pages.js";

/** How to come to see the message that a page shows, where no server is needed for it. */
const WAYS: Readonly<Record<string, (project: Project) => Promise<Run>>> = {
  "change-without-migration": async (project) => {
    await project.run("add", "notify");
    const schema = "queues/schemas/notify.queue.ts";
    project.edit(schema, (text) =>
      text.replace("payload:", 'channel: varchar(16, { default: "mail" }),\n    payload:'),
    );
    return project.run("generate");
  },
  "migration-format": async (project) => {
    await project.run("add", "notify");
    project.edit("queuegen.json", (text) => text.replace('"folder"', '"dbmate"'));
    return project.run("check");
  },
  "no-queues": async (project) => {
    await project.run("add", "notify");
    project.edit("queuegen.json", (text) => text.replace("schemas/**", "schema/**"));
    return project.run("generate");
  },
  "database-url-missing": (project) => project.run("migrate", "up"),
  "database-url-invalid": (project) => project.runWith({ env: { DATABASE_URL: "s3cret" } }, "migrate", "up"),
  "database-url-scheme": (project) => project.run("migrate", "up", "--url", "postgres://user:s3cret@db/app"),
};

test.each(Object.entries(WAYS))("the page of %s shows what is printed", async (code, provoke) => {
  const [shown] = page(`docs/errors/${code}.md`).blocks;
  const { out, err } = await provoke(scratchProject());
  expect(out + err).toContain(shown?.text.trimEnd());
  expect(out + err).not.toContain("s3cret");
});

/** Pages whose examples are a queuegen.json. */
const configurations = pagesBelow("docs/errors/").filter(({ blocks }) =>
  blocks.some(({ language }) => language === "json"),
);

test.each(configurations)(
  "$path shows a queuegen.json that is wrong in this way, and one that is right",
  async (page) => {
    const project = scratchProject();
    for (const { heading, text } of page.blocks) {
      project.write("queuegen.json", text);
      const { code, err } = await project.run("lint");
      expect({ heading, code }).toEqual({ heading, code: heading === "Wrong" ? 2 : 0 });
      expect(err.includes(page.path.split("/").at(-1)?.replace(".md", "") ?? "?")).toBe(heading === "Wrong");
    }
  },
);

test("a configuration that is wrong has its examples", () => {
  expect(configurations.map(({ path }) => path)).toContain("docs/errors/config-invalid.md");
});
