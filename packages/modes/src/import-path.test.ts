import { describe, expect, it } from "vitest";
import { folderOf, importPath, relativePath } from "./import-path.js";

describe("paths of generated imports", () => {
  it.each([
    ["src/generated/notify", "src/generated/notify/table.ts", "./table.ts"],
    ["src/generated/notify", "src/schemas/notify.queue.ts", "../../schemas/notify.queue.ts"],
    ["src/generated", "../schemas", "../../../schemas"],
    [".", "queues/x.ts", "./queues/x.ts"],
    ["a/./b/../c", "a/c/d.ts", "./d.ts"],
    ["../out", "../schemas/x.ts", "../schemas/x.ts"],
    ["../out", "src/x.ts", undefined],
  ])("from %s to %s", (from, to, expected) => {
    if (expected === undefined) expect(() => relativePath(from, to)).toThrow(RangeError);
    else expect(relativePath(from, to)).toBe(expected);
  });

  it("end as the project imports", () => {
    expect(importPath("a", "a/b.ts", "js")).toBe("./b.js");
    expect(importPath("a", "a/b.ts", "ts")).toBe("./b.ts");
    expect(importPath("a", "a/b.ts", "none")).toBe("./b");
    expect(importPath("a", "a/b.tsx", "none")).toBe("./b");
    expect(importPath("a", "a/b.mts", "js")).toBe("./b.mjs");
    expect(importPath("a", "a/b.cts", "none")).toBe("./b.cjs");
    expect(importPath("a", "a/b.mts", "ts")).toBe("./b.mts");
  });

  it("folderOf", () => {
    expect([folderOf("a/b/c.ts"), folderOf("c.ts")]).toEqual(["a/b", "."]);
  });
});
