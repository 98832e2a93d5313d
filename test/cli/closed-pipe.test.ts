import { expect, it } from "vitest";
import { scratchProject } from "./project.js";

it("who reads nothing of what is printed stops no command half-way", async () => {
  const project = scratchProject();
  const run = await project.runWith({ onStart: ({ stdout }) => void stdout?.destroy() }, "add", "notify");
  expect(run).toEqual({ code: 0, out: "", err: "" });
  expect(project.files()).toContain("queues/generated/registry.ts");
});
