import { describe, expect, it } from "vitest";
import type { MigrationFolder } from "../folder/migration-folder.js";
import { planRebase, type RebaseWishes } from "./plan-rebase.js";

function migration(name: string, parent: string | null, queue = "notify"): MigrationFolder {
  return { name, up: "", down: "", snapshot: { format: 1, queue, parent, tables: [] } };
}

const FORK = [migration("1", null), migration("2", "1"), migration("3", "1"), migration("4", "3")];

function moved(wishes: RebaseWishes, folders: readonly MigrationFolder[] = FORK): readonly string[] {
  return planRebase(folders, wishes).moved.map(({ name }) => name);
}

const applied = (...names: readonly string[]): RebaseWishes => ({
  applied: { database: "app", names: new Set(names) },
});

describe("planRebase", () => {
  it("takes out the branch that began later, whole", () => {
    expect(moved({})).toEqual(["3", "4"]);
    expect(planRebase(FORK, {}).stay.map(({ name }) => name)).toEqual(["1", "2"]);
  });

  it("moves nothing where there is no fork", () => {
    expect(moved({}, FORK.slice(0, 2))).toEqual([]);
  });

  it("keeps the branch that is asked for", () => {
    expect(moved({ onto: "4" })).toEqual(["2"]);
    expect(() => moved({ onto: "9" })).toThrow("there is no migration 9");
  });

  it("keeps what is applied", () => {
    expect(moved(applied("1", "3"))).toEqual(["2"]);
    expect(moved(applied("1", "2"))).toEqual(["3", "4"]);
  });

  it("refuses to take out what is applied", () => {
    expect(() => moved(applied("1", "2", "3"))).toThrow('migration-applied: migration 3 is applied in database "app"');
    expect(() => moved({ ...applied("3"), onto: "2" })).toThrow("migration 3 is applied");
  });

  it("solves forks inside forks, and those of several queues, at once", () => {
    const more = [migration("5", "3"), migration("6", null, "mail"), migration("7", null, "mail")];
    expect(moved({}, [...FORK, ...more])).toEqual(["3", "4", "5", "7"]);
  });
});
