import type { QueueModel } from "@queuegen/model";
import { describe, expect, it } from "vitest";
import { column, foldersOf, NOTIFY } from "../fixtures.js";
import { changedWithoutMigration } from "./changed-without-migration.js";
import { planCreateMigrations } from "./plan-create.js";

const existing = foldersOf(planCreateMigrations([NOTIFY], [], new Date(0), { tablePrefix: "queuegen_" }));

describe("changedWithoutMigration", () => {
  it("finds nothing right after the create migration", () => {
    expect(changedWithoutMigration([NOTIFY], existing)).toEqual([]);
  });

  it("says nothing of a queue that has no migration yet", () => {
    expect(changedWithoutMigration([NOTIFY], [])).toEqual([]);
  });

  it("says how the next migration starts from the last one", () => {
    const columns = [...NOTIFY.columns, column("late", { kind: "date" })];
    const [finding] = changedWithoutMigration([{ ...NOTIFY, columns }], existing);
    expect(finding?.hint).toContain('a copy of 19700101000000_create_notify/snapshot.json with "parent": "19700101');
  });

  it("asks for no migration when only words of documentation changed", () => {
    const columns = NOTIFY.columns.map((one) => ({ ...one, doc: "other words", comment: undefined }));
    expect(changedWithoutMigration([{ ...NOTIFY, doc: "other words", columns }], existing)).toEqual([]);
  });

  it("asks for no migration when only TypeScript sees the change", () => {
    const retyped = NOTIFY.columns.map((one) =>
      one.type.kind === "bigint" ? { ...one, type: { ...one.type, mode: "bigint" as const } } : one,
    );
    expect(changedWithoutMigration([{ ...NOTIFY, columns: retyped }], existing)).toEqual([]);
  });

  it.each<[string, Partial<QueueModel>]>([
    ['column "late" is new', { columns: [...NOTIFY.columns, column("late", { kind: "date" })] }],
    ['column "payload" is gone', { columns: NOTIFY.columns.slice(0, -1) }],
    [
      `column "channel" was varchar(16) NOT NULL DEFAULT 'mail' and is varchar(17) NOT NULL`,
      {
        columns: NOTIFY.columns.map((one) =>
          one.name === "channel" ? column("channel", { kind: "varchar", length: 17 }) : one,
        ),
      },
    ],
    ['index "idx_run_at" is gone', { indexes: NOTIFY.indexes.slice(0, 1) }],
    ['table "notify_task" became "other"', { table: "other" }],
  ])("names the change: %s", (words, change) => {
    const [finding, ...others] = changedWithoutMigration([{ ...NOTIFY, ...change }], existing);
    expect(others).toEqual([]);
    expect(finding?.message).toBe(`queue "notify" has a change without a migration: ${words}`);
  });
});
