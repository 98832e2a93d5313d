import { expect, it } from "vitest";
import type { Tsconfig } from "../tsconfig.js";
import { startCommand } from "./start-command.js";

const project = { root: "/p", worker: "src/queues/worker.ts", importExtension: "js" } as const;

it.each<[string, Tsconfig | undefined, string]>([
  ["no tsconfig", undefined, "npx tsx src/queues/worker.ts"],
  ["rootDir and outDir", { rootDir: "/p/src", outDir: "/p/dist" }, "npx tsc && node dist/queues/worker.js"],
  ["output beside the project", { rootDir: "/p", outDir: "/out" }, "npx tsc && node ../out/src/queues/worker.js"],
  ["output among the sources", { rootDir: "/p", outDir: "/p" }, "npx tsc && node ./src/queues/worker.js"],
  ["no rootDir: where tsc puts it depends on what it compiles", { outDir: "/p/dist" }, "npx tsx src/queues/worker.ts"],
  ["noEmit", { rootDir: "/p/src", outDir: "/p/dist", noEmit: true }, "npx tsx src/queues/worker.ts"],
  ["a worker outside rootDir", { rootDir: "/p/lib", outDir: "/p/dist" }, "npx tsx src/queues/worker.ts"],
])("%s", (_name, tsconfig, command) => {
  expect(startCommand(project, tsconfig, "20.19.0")).toBe(command);
});

it.each([
  ["20.19.0", "npx tsx src/queues/worker.ts"],
  ["22.17.1", "npx tsx src/queues/worker.ts"],
  ["22.18.0", "node src/queues/worker.ts"],
  ["24.1.0", "node src/queues/worker.ts"],
])("a project that imports .ts runs them on Node %s by: %s", (node, command) => {
  expect(startCommand({ ...project, importExtension: "ts" }, { noEmit: true }, node)).toBe(command);
});
