import type { QueueModel } from "@queuegen/model";
import { describe, expect, it } from "vitest";
import { createTableSql } from "../ddl/create-table.js";
import { queueTableSql } from "../ddl/queue-table-sql.js";
import { NOTIFY } from "../fixtures.js";
import { adoptedWithoutMigration } from "./adopted-without-migration.js";
import { planAdoptMigration } from "./plan-adopt.js";
import { planCreateMigrations } from "./plan-create.js";

const ADOPTED: QueueModel = { ...NOTIFY, adopted: true };
const NOW = new Date("2026-03-01T09:05:07Z");

function plan(existingRows: "pending" | "done" | "dead", instant = true) {
  return planAdoptMigration(ADOPTED, [], NOW, { existingRows, algorithm: instant ? "instant" : "online" });
}

describe("planAdoptMigration", () => {
  it("adds the standard columns with the state of the rows that are there, then the default of all others, then the indexes", () => {
    const { name, up } = plan("dead");
    expect(name).toBe("20260301090507_adopt_notify");
    const [columns, later, indexes, ...rest] = up.split(";\n\n");
    expect(columns).toMatch(/^ALTER TABLE `notify_task`\n {2}ADD COLUMN `status` tinyint unsigned NOT NULL DEFAULT 3 /);
    expect(columns).toMatch(/ \/\*!80012 , ALGORITHM=INSTANT \*\/$/);
    expect(columns).not.toMatch(/`(id|user_id|channel|payload)`/);
    expect(later).toBe("ALTER TABLE `notify_task`\n  ALTER COLUMN `status` SET DEFAULT 0");
    expect(indexes).toBe(
      "ALTER TABLE `notify_task`\n  ADD KEY `idx_status_id` (`status`,`id`),\n  ADD KEY `idx_run_at` (`run_at`), ALGORITHM=INPLACE, LOCK=NONE;\n",
    );
    expect(rest).toEqual([]);
  });

  it("needs no second default for rows that become jobs", () => {
    const { up } = plan("pending");
    expect(up).toContain("`status` tinyint unsigned NOT NULL DEFAULT 0 ");
    expect(up).not.toContain("ALTER COLUMN");
  });

  it("builds the table anew beside writes where the engine cannot add a column otherwise", () => {
    const { up, down } = plan("done", false);
    expect(up + down).not.toContain("INSTANT");
    expect([...(up + down).matchAll(/, ALGORITHM=INPLACE, LOCK=NONE;/g)]).toHaveLength(4);
  });

  it("takes out what it added, and nothing else", () => {
    const { up, down } = plan("done");
    const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found);
    expect(names(down, /DROP COLUMN `(\w+)`/g)).toEqual(names(up, /ADD COLUMN `(\w+)`/g));
    expect(names(down, /DROP INDEX `(\w+)`/g)).toEqual(names(up, /ADD KEY `(\w+)`/g));
    expect(up + down).not.toMatch(/(CREATE|DROP) TABLE/);
  });

  it("says the character set of its texts, whatever that of the table is", () => {
    expect(plan("done").up).toContain("`worker_id` varchar(64) CHARACTER SET utf8mb4 DEFAULT NULL");
  });

  it("is the first migration of its queue: nothing creates the table", () => {
    const migration = plan("done");
    expect(migration.snapshot).toMatchObject({ queue: "notify", parent: null, tables: [{ adopted: true }] });
    const settings = { tablePrefix: "queuegen_" };
    expect(planCreateMigrations([ADOPTED], [], NOW, settings).map(({ snapshot }) => snapshot.queue)).toEqual([
      "_support",
    ]);
    expect(adoptedWithoutMigration([ADOPTED], [migration])).toEqual([]);
    expect(adoptedWithoutMigration([ADOPTED, NOTIFY], [])).toMatchObject([{ code: "adopt-without-migration" }]);
  });

  it("shows in schema.sql what the queue adds, with the defaults that stay", () => {
    expect(queueTableSql(ADOPTED)).toMatch(
      /^ALTER TABLE `notify_task`\n {2}ADD COLUMN `status` tinyint unsigned NOT NULL DEFAULT 0 /,
    );
    expect(queueTableSql(NOTIFY)).toBe(createTableSql(NOTIFY));
  });
});
