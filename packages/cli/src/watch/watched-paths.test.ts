import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Config } from "../config.js";
import { type WatchedPaths, watchedPaths } from "./watched-paths.js";

function project(folders: readonly string[], config: Partial<Config> = {}, asked: readonly string[] = []) {
  const root = mkdtempSync(join(tmpdir(), "queuegen-paths-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  const whole = {
    root,
    schemas: ["queues/schemas/**/*.queue.ts"],
    generated: "queues/generated",
    migrations: { dir: "migrations", format: "folder" },
    templates: undefined,
    ...config,
  } as Config;
  const paths: WatchedPaths = watchedPaths(whole, asked);
  return {
    folders: [...paths.folders].map((folder) => relative(root, folder) || ".").sort(),
    matters: (path: string): boolean => paths.matters(join(root, path)),
  };
}

describe("watchedPaths", () => {
  it("are the folders of the schemas with all below, and that of queuegen.json", () => {
    const { folders, matters } = project(["queues/schemas/a/b", "queues/schemas/node_modules/x", "queues/other"]);
    expect(folders).toEqual([".", "queues/schemas", "queues/schemas/a", "queues/schemas/a/b"]);
    expect(matters("queues/schemas/notify.queue.ts")).toBe(true);
    expect(matters("queues/schemas/.notify.queue.ts.swp")).toBe(false);
    expect(matters("queues/schemas/notes.md")).toBe(false);
    expect(matters("queuegen.json")).toBe(true);
    expect(matters("package.json")).toBe(false);
  });

  it("leave out what is generated, also where schemas may stand anywhere", () => {
    const all = project(["src/queues/generated/notify", "src/jobs"], {
      schemas: ["src/**/*.queue.ts"],
      generated: "src/queues/generated",
    });
    expect(all.folders).toEqual([".", "src", "src/jobs", "src/queues"]);
    expect(all.matters("src/queues/generated/notify/consumer.ts")).toBe(false);
    expect(all.matters("src/queues/generated")).toBe(false);
    expect(all.matters("src/jobs/a.queue.ts")).toBe(true);
  });

  it("are those of imported files and templates, and the nearest folder of what is not there yet", () => {
    const { folders, matters } = project(["shared", "own/claim"], { templates: "own" }, ["shared/a.ts", "gone/b/c.ts"]);
    expect(folders).toEqual([".", "own", "own/claim", "shared"]);
    for (const path of ["shared/a.ts", "gone/b/c.ts", "own/claim/table.ts.hbs", "queues"]) {
      expect([path, matters(path)]).toEqual([path, true]);
    }
    expect(matters("shared/z.ts")).toBe(false);
  });
});
