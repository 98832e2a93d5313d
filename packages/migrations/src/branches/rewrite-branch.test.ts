import type { ColumnModel, QueueModel } from "@queuegen/model";
import { describe, expect, it } from "vitest";
import { splitSql } from "../apply/split-sql.js";
import { DESTRUCTIVE_CODES } from "../diff/index.js";
import { column, NOTIFY } from "../fixtures.js";
import type { MigrationFolder } from "../folder/migration-folder.js";
import { planChanges } from "../plan/plan-changes.js";
import { planCreateMigrations } from "../plan/plan-create.js";
import { editedByHand } from "./edited-by-hand.js";
import { planRebase } from "./plan-rebase.js";
import { type Rewrite, rewriteBranch } from "./rewrite-branch.js";

const SETTINGS = { target: "mysql80", tablePrefix: "queuegen_" } as const;
const CREATED = planCreateMigrations([NOTIFY], [], new Date("2026-03-01T12:00:00Z"), SETTINGS);
const CHANNEL = column("channel", { kind: "varchar", length: 16 }, { default: "mail" });
const PRIORITY = column("priority", { kind: "int", unsigned: false }, { default: 0 });
const REGION = column("region", { kind: "int", unsigned: false }, { default: 0 });
const MINE = NOTIFY.columns.filter(({ name }) => name !== "channel");

function withColumns(...columns: readonly ColumnModel[]): QueueModel {
  return { ...NOTIFY, columns: [...MINE, ...columns] };
}

/** The migration of a branch that made this of the first state. */
function branch(model: QueueModel, day: number, renames: readonly string[] = []): MigrationFolder {
  const { planned, problems } = planChanges([model], CREATED, new Date(Date.UTC(2026, 3, day)), {
    target: "mysql80",
    renames,
    allowDestructive: DESTRUCTIVE_CODES,
    allowCopy: true,
  });
  const [first] = planned;
  if (first === undefined) throw new Error(JSON.stringify(problems));
  return first.migration;
}

function rewrite(merged: QueueModel, ...branches: readonly MigrationFolder[]): Rewrite {
  const existing = [...CREATED, ...branches];
  return rewriteBranch([merged], existing, planRebase(existing, {}), new Date("2026-05-01T00:00:00Z"), SETTINGS);
}

const statements = ({ migrations }: Rewrite): readonly string[] => migrations.flatMap(({ up }) => splitSql(up));

describe("rewriteBranch", () => {
  const first = branch(withColumns(CHANNEL, PRIORITY), 1);

  it("writes what the branch did from where the other one ends", () => {
    const fresh = rewrite(withColumns(CHANNEL, PRIORITY, REGION), first, branch(withColumns(CHANNEL, REGION), 2));
    expect(statements(fresh)).toHaveLength(1);
    expect(statements(fresh)[0]).toMatch(/^ALTER TABLE `notify_task`\s+ADD COLUMN `region` int NOT NULL DEFAULT 0/);
    const [migration] = fresh.migrations;
    expect(migration?.snapshot.parent).toBe(first.name);
    expect(migration?.snapshot.tables[0]?.columns.map(({ name }) => name).slice(-3)).toEqual([
      "channel",
      "priority",
      "region",
    ]);
  });

  it("keeps a rename a rename", () => {
    const renamed = { ...CHANNEL, name: "medium" };
    const fresh = rewrite(withColumns(renamed, PRIORITY), first, branch(withColumns(renamed), 2, ["channel:medium"]));
    expect(fresh.problems).toEqual([]);
    expect(statements(fresh).join("\n")).toMatch(
      /RENAME COLUMN `channel` TO `medium`|CHANGE COLUMN `channel` `medium`/,
    );
    expect(statements(fresh).join("\n")).not.toContain("DROP COLUMN");
  });

  it("drops what the branch dropped, and nothing that it did not", () => {
    const dropped = branch(withColumns(), 2);
    const fresh = rewrite(withColumns(PRIORITY), first, dropped);
    expect(statements(fresh).join("\n")).toContain("DROP COLUMN `channel`");
    const added = branch(withColumns(CHANNEL, REGION), 2);
    const lost = rewrite(withColumns(CHANNEL, REGION), first, added);
    expect(lost.migrations).toEqual([]);
    expect(lost.problems.map(({ code, hint }) => [code, hint?.includes('column "priority" is gone')])).toEqual([
      ["change-refused", true],
    ]);
  });
});

describe("editedByHand", () => {
  it("finds no hand in what was written, whatever it changes", () => {
    const renamed = { ...CHANNEL, name: "medium" };
    const written = [
      ...CREATED,
      branch(withColumns(CHANNEL, PRIORITY), 1),
      branch(withColumns(renamed), 2, ["channel:medium"]),
      branch(withColumns(), 3),
      branch(withColumns({ ...CHANNEL, type: { kind: "int", unsigned: false }, default: 0 }), 4),
    ];
    expect(editedByHand(written, written, "mysql80").map(({ migration }) => migration.name)).toEqual([]);
  });

  it("finds a statement more, a statement less, and another one; not a comment", () => {
    const migration = branch(withColumns(CHANNEL, PRIORITY), 1);
    const edited = (up: string): number => {
      const one = { ...migration, up };
      return editedByHand([one], [...CREATED, one], "mysql80").length;
    };
    expect(edited(`-- for the new client\n${migration.up}`)).toBe(0);
    expect(edited(`${migration.up}UPDATE notify_task SET priority = 1;\n`)).toBe(1);
    expect(edited(migration.up.replace("priority", "prio"))).toBe(1);
    expect(edited("")).toBe(1);
  });
});
