import { describe, expect, it } from "vitest";
import type { MigrationFolder } from "../folder/migration-folder.js";
import { forksOf } from "./forks.js";

function migration(name: string, parent: string | null, queue = "notify"): MigrationFolder {
  return { name, up: "", down: "", snapshot: { format: 1, queue, parent, tables: [] } };
}

function told(...folders: readonly MigrationFolder[]): readonly unknown[] {
  return forksOf(folders).map(({ parent, branches }) => [
    parent,
    ...branches.map((one) => one.map(({ name }) => name)),
  ]);
}

describe("forksOf", () => {
  it("finds none in a line of migrations, nor between queues", () => {
    expect(told(migration("1", null), migration("2", "1"), migration("3", null, "mail"))).toEqual([]);
  });

  it("tells both branches from the migration that they have in common, whole", () => {
    expect(told(migration("1", null), migration("4", "2"), migration("3", "1"), migration("2", "1"))).toEqual([
      ["1", ["2", "4"], ["3"]],
    ]);
  });

  it("takes two beginnings of one queue for a fork", () => {
    expect(told(migration("1", null), migration("2", null), migration("3", null, "mail"))).toEqual([
      [null, ["1"], ["2"]],
    ]);
  });

  it("follows a queue that got another name", () => {
    expect(told(migration("1", null), migration("2", "1", "mail"), migration("3", "1"))).toEqual([["1", ["2"], ["3"]]]);
  });

  it("puts the fork inside a branch before the one around it", () => {
    const inner = [migration("4", "2"), migration("5", "2")];
    expect(told(migration("1", null), migration("2", "1"), migration("3", "1"), ...inner)).toEqual([
      ["2", ["4"], ["5"]],
      ["1", ["2", "4", "5"], ["3"]],
    ]);
  });
});
