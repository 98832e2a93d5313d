import { describe, expect, it } from "vitest";
import { checksum, type MigrationFolder } from "../folder/migration-folder.js";
import { type LedgerRow, statementHash } from "./ledger.js";
import { migrationStates } from "./migration-state.js";

const UP = "CREATE TABLE a (x int);\nCREATE TABLE b (x int);\n";
const [FIRST, SECOND] = ["CREATE TABLE a (x int)", "CREATE TABLE b (x int)"] as const;

function folder(name: string, up = UP): MigrationFolder {
  return {
    name,
    up,
    down: "DROP TABLE b;\nDROP TABLE a;\n",
    snapshot: { format: 1, queue: name, parent: null, tables: [] },
  };
}

function row(migration: string, step: number, words: Partial<LedgerRow> = {}): LedgerRow {
  return {
    migration,
    direction: "up",
    step,
    steps: 2,
    statementHash: statementHash(step === 1 ? FIRST : SECOND),
    fileHash: checksum(UP),
    finishedMs: 1000 + step,
    beforeHash: null,
    note: null,
    ...words,
  };
}

function kinds(folders: readonly MigrationFolder[], ledger: readonly LedgerRow[]): readonly string[] {
  return migrationStates(folders, ledger).map((state) =>
    state.kind === "half"
      ? `${state.name} half ${state.direction} ${state.done}/${state.of}`
      : `${state.name} ${state.kind}`,
  );
}

describe("migrationStates", () => {
  it("takes the set difference, whatever the order in time", () => {
    expect(kinds([folder("1"), folder("2"), folder("3")], [row("2", 1), row("2", 2)])).toEqual([
      "1 pending",
      "2 applied",
      "3 pending",
    ]);
  });

  it("tells what is applied here and gone from the directory", () => {
    expect(kinds([folder("2")], [row("1", 1), row("1", 2)])).toEqual(["1 missing", "2 pending"]);
  });

  it("is as old as its last statement", () => {
    expect(migrationStates([folder("1")], [row("1", 1), row("1", 2)])[0]).toMatchObject({ appliedMs: 1002 });
  });

  it("tells what was said by hand", () => {
    const said = row("1", 2, { note: "applied by hand: alice on web-1" });
    expect(migrationStates([folder("1")], [row("1", 1), said])[0]).toMatchObject({ kind: "applied", byHand: true });
  });

  it("counts a statement whose end was not seen as not done", () => {
    expect(kinds([folder("1")], [row("1", 1), row("1", 2, { finishedMs: null })])).toEqual(["1 half up 1/2"]);
    expect(kinds([folder("1")], [row("1", 1, { finishedMs: null })])).toEqual(["1 half up 0/2"]);
  });

  it("finds an applied file that was edited, by its checksum", () => {
    const edited = UP.replace("x int", "y int");
    expect(migrationStates([folder("1", edited)], [row("1", 1), row("1", 2)])).toMatchObject([
      { kind: "changed", name: "1", applied: checksum(UP), current: checksum(edited) },
    ]);
  });

  it("lets the statement that failed be mended, not those that have run", () => {
    const mended = UP.replace("TABLE b (x", "TABLE b (y");
    expect(kinds([folder("1", mended)], [row("1", 1)])).toEqual(["1 half up 1/2"]);
    const edited = UP.replace("TABLE a (x", "TABLE a (y");
    expect(kinds([folder("1", edited)], [row("1", 1)])).toEqual(["1 changed"]);
  });

  it("sees a revert that broke off", () => {
    const down = row("1", 1, { direction: "down" });
    expect(kinds([folder("1")], [down, row("1", 1), row("1", 2)])).toEqual(["1 half down 1/2"]);
  });
});
