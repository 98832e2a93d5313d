import { expect, it } from "vitest";
import { type Project, scratchProject } from "./project.js";

it("two folders, locales, time zones and orders of writing give the same bytes", async () => {
  const one = scratchProject("queuegen-a-");
  const other = scratchProject("queuegen-other-\u00fc-");
  const far = { env: { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", TZ: "Pacific/Chatham" } };
  const near = { env: { LANG: "C", TZ: "UTC" } };
  for (const name of ["order-timeout", "ilan", "a1"]) await one.runWith(near, "add", name);
  for (const name of ["a1", "order-timeout", "ilan"]) await other.runWith(far, "add", name);
  expect(contents(other)).toEqual(contents(one));
});

/** All but the worker, which belongs to the first queue that was added. */
function contents(project: Project): Readonly<Record<string, string>> {
  const files = project.files().filter((path) => path !== "queues/worker.ts");
  return Object.fromEntries(files.map((path) => [path, project.read(path)]));
}
