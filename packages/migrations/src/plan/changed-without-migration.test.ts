import type { QueueModel } from "@queuegen/model";
import { describe, expect, it } from "vitest";
import { column, NOTIFY } from "../fixtures.js";
import { changedWithoutMigration } from "./changed-without-migration.js";
import { planCreateMigrations } from "./plan-create.js";

const existing = planCreateMigrations([NOTIFY], [], new Date(0), { tablePrefix: "queuegen_" });

describe("changedWithoutMigration", () => {
  it("finds nothing right after the create migration", () => {
    expect(changedWithoutMigration([NOTIFY], existing, "mysql57")).toEqual([]);
  });

  it("says nothing of a queue that has no migration yet", () => {
    expect(changedWithoutMigration([NOTIFY], [], "mysql57")).toEqual([]);
  });

  it("says what writes the migration", () => {
    const columns = [...NOTIFY.columns, column("late", { kind: "date" })];
    const [finding] = changedWithoutMigration([{ ...NOTIFY, columns }], existing, "mysql57");
    expect(finding?.hint).toBe("`queuegen migrate new` writes it.");
  });

  it("asks for no migration when only words of documentation changed", () => {
    const columns = NOTIFY.columns.map((one) => ({ ...one, doc: "other words", comment: undefined }));
    expect(changedWithoutMigration([{ ...NOTIFY, doc: "other words", columns }], existing, "mysql57")).toEqual([]);
  });

  it("asks for no migration when only TypeScript sees the change", () => {
    const retyped = NOTIFY.columns.map((one) =>
      one.type.kind === "bigint" ? { ...one, type: { ...one.type, mode: "bigint" as const } } : one,
    );
    expect(changedWithoutMigration([{ ...NOTIFY, columns: retyped }], existing, "mysql57")).toEqual([]);
  });

  it.each<[string, Partial<QueueModel>]>([
    ['column "late" is new', { columns: [...NOTIFY.columns, column("late", { kind: "date" })] }],
    ['column "payload" is gone', { columns: NOTIFY.columns.slice(0, -1) }],
    [
      `column "channel" was varchar(16) and is varchar(17); column "channel" had the default 'mail' and has none`,
      {
        columns: NOTIFY.columns.map((one) =>
          one.name === "channel" ? column("channel", { kind: "varchar", length: 17 }) : one,
        ),
      },
    ],
    ['index "idx_run_at" is gone', { indexes: NOTIFY.indexes.slice(0, 1) }],
    ['table "notify_task" became "other"', { table: "other" }],
  ])("names the change: %s", (words, change) => {
    const [finding, ...others] = changedWithoutMigration([{ ...NOTIFY, ...change }], existing, "mysql57");
    expect(others).toEqual([]);
    expect(finding?.message).toBe(`queue "notify" has a change without a migration: ${words}`);
  });
});
