import { describe, expect, it } from "vitest";
import { checksum, type MigrationFolder } from "../folder/migration-folder.js";
import { type LedgerRow, statementHash } from "./ledger.js";
import { migrationStates } from "./migration-state.js";
import { planResolve, type Resolution } from "./plan-resolve.js";

const UP = ["CREATE TABLE a (x int)", "CREATE TABLE b (x int)"] as const;
const DOWN = ["DROP TABLE b", "DROP TABLE a"] as const;
const FOLDER: MigrationFolder = {
  name: "1",
  up: UP.map((sql) => `${sql};\n`).join(""),
  down: DOWN.map((sql) => `${sql};\n`).join(""),
  snapshot: { format: 1, queue: "a", parent: null, tables: [] },
};

function row(direction: "up" | "down", step: number, open = false, fileHash = checksum(FOLDER[direction])): LedgerRow {
  const sql = (direction === "up" ? UP : DOWN)[step - 1] ?? "";
  const finishedMs = open ? null : 1;
  return {
    migration: "1",
    direction,
    step,
    steps: 2,
    statementHash: statementHash(sql),
    fileHash,
    finishedMs,
    beforeHash: null,
    note: null,
  };
}

/** `-up1 +up2`: what goes and what comes; or the refusal. */
function plan(
  rows: readonly LedgerRow[],
  resolution: Resolution,
  folders: readonly MigrationFolder[] = [FOLDER],
): string {
  const [state] = migrationStates(folders, rows);
  if (state === undefined) throw new Error("no state");
  const made = planResolve(state, rows, resolution);
  if (made.kind === "refusal") return made.why;
  const words = (sign: string, list: readonly { direction: string; step: number }[]): readonly string[] =>
    list.map(({ direction, step }) => `${sign}${direction}${step}`);
  return [...words("-", made.forget), ...words("+", made.finish)].join(" ");
}

const APPLIED = [row("up", 1), row("up", 2)];
const HALF = [row("up", 1), row("up", 2, true)];
const HALF_DOWN = [row("down", 1), row("down", 2, true), ...APPLIED];
const CHANGED = [row("up", 1, false, "other"), row("up", 2, false, "other")];

describe("planResolve", () => {
  it.each<[string, readonly LedgerRow[], Resolution, string]>([
    ["a pending one that was made by hand", [], { as: "applied" }, "+up1 +up2"],
    ["a half applied one that was finished by hand", HALF, { as: "applied" }, "-up1 -up2 +up1 +up2"],
    ["a half applied one that was cleaned up by hand", HALF, { as: "reverted" }, "-up1 -up2"],
    ["an applied one that was reverted by hand", APPLIED, { as: "reverted" }, "-up1 -up2"],
    ["a file that was edited and is what the database has", CHANGED, { as: "applied" }, "-up1 -up2 +up1 +up2"],
    ["a half reverted one that was made whole", HALF_DOWN, { as: "applied" }, "-down1 -down2 -up1 -up2 +up1 +up2"],
    ["a statement that took effect", HALF, { as: "applied", step: 2 }, "-up2 +up2"],
    ["a statement that did not", HALF, { as: "reverted", step: 2 }, "-up2"],
    ["the first statement, run by hand", [], { as: "applied", step: 1 }, "+up1"],
    ["the last statement, undone by hand", APPLIED, { as: "reverted", step: 2 }, "-up2"],
    ["a statement of down.sql that did not take effect", HALF_DOWN, { as: "applied", step: 2 }, "-down2"],
    ["the last statement of down.sql that did", HALF_DOWN, { as: "reverted", step: 2 }, "-down1 -down2 -up1 -up2"],
    [
      "the first statement of down.sql that did",
      [row("down", 1, true), ...APPLIED],
      { as: "reverted", step: 1 },
      "-down1 +down1",
    ],
  ])("marks %s", (_name, rows, resolution, expected) => {
    expect(plan(rows, resolution)).toBe(expected);
  });

  it.each<[readonly LedgerRow[], Resolution, string]>([
    [APPLIED, { as: "applied" }, "it is applied already"],
    [[], { as: "reverted" }, "it is not applied"],
    [HALF, { as: "applied", step: 1 }, "statement 1 counts as run already"],
    [[], { as: "applied", step: 2 }, "statement 1 comes first and has not run"],
    [HALF, { as: "reverted", step: 1 }, "statement 2 was sent after it"],
    [[], { as: "reverted", step: 1 }, "statement 1 was never sent"],
    [HALF, { as: "applied", step: 3 }, "its up.sql has 2 statements"],
    [HALF, { as: "applied", step: 0 }, "its up.sql has 2 statements"],
    [CHANGED, { as: "applied", step: 1 }, "the file that was applied is not here"],
  ])("refuses (%#)", (rows, resolution, why) => {
    expect(plan(rows, resolution)).toBe(why);
  });

  it("forgets a migration whose folder is gone, and cannot call it applied", () => {
    expect(plan(APPLIED, { as: "reverted" }, [])).toBe("-up1 -up2");
    expect(plan(APPLIED, { as: "applied" }, [])).toMatch(/^its folder is gone/);
  });
});
