import type { QueueModel } from "@queuegen/model";
import { describe, expect, it } from "vitest";
import { type TableDefinition, tableDefinition } from "../ddl/table-definition.js";
import { column, NOTIFY } from "../fixtures.js";
import { diffTables } from "./diff-tables.js";
import { dropTable } from "./drop-table.js";
import type { DiffOptions } from "./table-diff.js";

const BEFORE = tableDefinition(NOTIFY);
const LATE = column("late", { kind: "date" }, { nullable: true });
const BY_USER = { name: "idx_user", columns: ["user_id"], unique: false };

function diff(change: Partial<QueueModel>, options: Partial<DiffOptions> = {}): ReturnType<typeof diffTables> {
  return diffTables(BEFORE, tableDefinition({ ...NOTIFY, ...change }), { target: "mysql57", ...options });
}

function ups(change: Partial<QueueModel>, options: Partial<DiffOptions> = {}): readonly string[] {
  return diff(change, options).steps.map(({ up }) => up);
}

function retyped(name: string, to: ReturnType<typeof column>): Partial<QueueModel> {
  return { columns: NOTIFY.columns.map((one) => (one.name === name ? to : one)) };
}

function codes(change: Partial<QueueModel>, options: Partial<DiffOptions> = {}): readonly string[] {
  return diff(change, options).steps.flatMap(({ changes }) => changes.map(({ code }) => code));
}

describe("diffTables", () => {
  it("finds nothing between equal tables", () => {
    expect(diff({})).toEqual({ steps: [], impossible: [] });
  });

  it("adds a column at the end by a statement that keeps no writer waiting", () => {
    expect(diff({ columns: [...NOTIFY.columns, LATE] }).steps).toEqual([
      {
        up: "ALTER TABLE `notify_task`\n  ADD COLUMN `late` date DEFAULT NULL,\n  LOCK=NONE;\n",
        down: "ALTER TABLE `notify_task`\n  DROP COLUMN `late`,\n  LOCK=NONE;\n",
        changes: [{ code: "add-column", subject: "late", words: 'column "late" is new' }],
        reverse: [expect.objectContaining({ code: "drop-column", subject: "late" })],
      },
    ]);
  });

  it("adds a column and its index in one statement, the column first", () => {
    expect(
      ups({ columns: [...NOTIFY.columns, LATE], indexes: [...NOTIFY.indexes, { ...BY_USER, columns: ["late"] }] }),
    ).toMatchInlineSnapshot(`
        [
          "ALTER TABLE \`notify_task\`
          ADD COLUMN \`late\` date DEFAULT NULL,
          ADD KEY \`idx_user\` (\`late\`),
          ALGORITHM=INPLACE, LOCK=NONE;
        ",
        ]
      `);
  });

  it("adds the column at once and builds the index afterwards where the target can", () => {
    const change = {
      columns: [...NOTIFY.columns, LATE],
      indexes: [...NOTIFY.indexes, { ...BY_USER, columns: ["late"] }],
    };
    expect(ups(change, { target: "mysql80" })).toEqual([
      "ALTER TABLE `notify_task`\n  ADD COLUMN `late` date DEFAULT NULL,\n  ALGORITHM=INSTANT;\n",
      "ALTER TABLE `notify_task`\n  ADD KEY `idx_user` (`late`),\n  ALGORITHM=INPLACE, LOCK=NONE;\n",
    ]);
  });

  it("asks MySQL 8.0 for an instant column only at the end, MariaDB anywhere", () => {
    const inside = { columns: [...NOTIFY.columns.slice(0, -1), LATE, ...NOTIFY.columns.slice(-1)] };
    expect(ups(inside, { target: "mysql80" })[0]).toMatch(/AFTER `channel`,\n {2}LOCK=NONE;\n$/);
    expect(ups(inside, { target: "mariadb106" })[0]).toMatch(/AFTER `channel`,\n {2}ALGORITHM=INSTANT;\n$/);
  });

  it("moves as few columns as possible", () => {
    const [first, ...rest] = NOTIFY.columns.slice(-3);
    const moved = [...NOTIFY.columns.slice(0, -3), ...rest, first as (typeof NOTIFY.columns)[0]];
    expect(ups({ columns: moved })).toEqual([
      "ALTER TABLE `notify_task`\n  MODIFY COLUMN `user_id` bigint unsigned NOT NULL AFTER `payload`,\n  LOCK=NONE;\n",
    ]);
  });

  it("renames a column where it is told to, and drops and adds it where not", () => {
    const change = retyped("channel", column("via", { kind: "varchar", length: 16 }, { default: "mail" }));
    expect(codes(change)).toEqual(["drop-column", "add-column"]);
    expect(ups(change, { renames: new Map([["via", "channel"]]) })).toEqual([
      "ALTER TABLE `notify_task`\n  CHANGE COLUMN `channel` `via` varchar(16) NOT NULL DEFAULT 'mail',\n  LOCK=NONE;\n",
    ]);
  });

  it("takes a column for the same where only upper and lower case differ", () => {
    const change = retyped("channel", column("Channel", { kind: "varchar", length: 16 }, { default: "mail" }));
    expect(codes(change)).toEqual(["rename-column"]);
  });

  it("renames the key with its column and the indexes on it", () => {
    const change = {
      columns: NOTIFY.columns.map((one) => (one.name === "id" ? { ...one, name: "job_id" } : one)),
      fields: { ...NOTIFY.fields, id: "job_id" },
      indexes: NOTIFY.indexes.map((one) => ({
        ...one,
        columns: one.columns.map((name) => name.replace(/^id$/, "job_id")),
      })),
    };
    expect(codes(change, { renames: new Map([["job_id", "id"]]) })).toEqual(["rename-column"]);
    expect(diff(change)).toEqual({ steps: [], impossible: ["the primary key was (id) and is (job_id)"] });
  });

  it("renames an index that is the same, swaps one of the same name in one statement", () => {
    const [status, runAt] = NOTIFY.indexes as [(typeof NOTIFY.indexes)[0], (typeof NOTIFY.indexes)[0]];
    expect(ups({ indexes: [status, { ...runAt, name: "due" }] })).toEqual([
      "ALTER TABLE `notify_task`\n  RENAME INDEX `idx_run_at` TO `due`,\n  LOCK=NONE;\n",
    ]);
    expect(ups({ indexes: [status, { ...runAt, columns: ["run_at", "id"] }] })).toEqual([
      "ALTER TABLE `notify_task`\n  DROP INDEX `idx_run_at`,\n  ADD KEY `idx_run_at` (`run_at`,`id`),\n  ALGORITHM=INPLACE, LOCK=NONE;\n",
    ]);
  });

  it("builds new indexes beside writes after a change that copies the table", () => {
    const change = {
      ...retyped("user_id", column("user_id", { kind: "varchar", length: 40 })),
      indexes: [...NOTIFY.indexes, BY_USER],
    };
    expect(ups(change)).toEqual([
      "ALTER TABLE `notify_task`\n  MODIFY COLUMN `user_id` varchar(40) NOT NULL;\n",
      "ALTER TABLE `notify_task`\n  ADD KEY `idx_user` (`user_id`),\n  ALGORITHM=INPLACE, LOCK=NONE;\n",
    ]);
  });

  it("renames the table first and takes everything back in the other order", () => {
    const { steps } = diff({ table: "other", columns: [...NOTIFY.columns, LATE] });
    expect(steps.map(({ up }) => up.split("\n")[0])).toEqual([
      "ALTER TABLE `notify_task` RENAME TO `other`;",
      "ALTER TABLE `other`",
    ]);
    expect(steps.map(({ down }) => down.split("\n")[0])).toEqual([
      "ALTER TABLE `other` RENAME TO `notify_task`;",
      "ALTER TABLE `other`",
    ]);
  });

  it("leaves the columns of the application alone in an adopted table", () => {
    const adopted: TableDefinition = { ...BEFORE, adopted: true };
    const { steps } = diffTables(
      adopted,
      { ...adopted, columns: [...adopted.columns].reverse() },
      { target: "mysql57" },
    );
    expect(steps).toEqual([]);
    const [status, ...others] = adopted.columns.slice(1);
    const without = { ...adopted, columns: [adopted.columns[0], ...others] as TableDefinition["columns"] };
    expect(diffTables(without, adopted, { target: "mysql57" }).steps[0]?.up).toContain(
      `ADD COLUMN \`${status?.name}\``,
    );
    expect(diffTables(without, adopted, { target: "mysql57" }).steps[0]?.up).not.toContain("AFTER");
    expect(diffTables(BEFORE, adopted, { target: "mysql57" }).impossible).toHaveLength(1);
    expect(dropTable(adopted, "mysql57")[0]?.up).toMatch(/^ALTER TABLE `notify_task`\n {2}DROP INDEX `idx_status_id`,/);
  });
});

describe("the kinds of change", () => {
  it.each<[string, string, Parameters<typeof column>[1], string]>([
    ["channel", "in place up to 255 bytes", { kind: "varchar", length: 63 }, "widen-type"],
    ["channel", "over 255 bytes", { kind: "varchar", length: 64 }, "change-type copies"],
    ["channel", "shorter", { kind: "varchar", length: 15 }, "narrow-type destructive copies"],
    ["channel", "another collation", { kind: "varchar", length: 16, collate: "utf8mb4_bin" }, "change-type copies"],
    [
      "channel",
      "a smaller character set",
      { kind: "varchar", length: 16, charset: "ascii" },
      "narrow-type destructive copies",
    ],
    ["channel", "another kind of text", { kind: "text" }, "change-type copies"],
    ["channel", "a number", { kind: "int", unsigned: false }, "narrow-type destructive copies"],
    ["user_id", "signed", { kind: "bigint", unsigned: false, mode: "string" }, "narrow-type destructive copies"],
    ["user_id", "smaller", { kind: "int", unsigned: true }, "narrow-type destructive copies"],
    ["user_id", "digits as text", { kind: "varchar", length: 20 }, "change-type copies"],
    ["user_id", "digits as too short a text", { kind: "varchar", length: 19 }, "narrow-type destructive copies"],
    ["user_id", "floating", { kind: "double" }, "narrow-type destructive copies"],
    ["user_id", "decimal", { kind: "decimal", precision: 20, scale: 0, unsigned: true }, "change-type copies"],
    ["payload", "text of the same size", { kind: "longtext" }, "change-type copies"],
    ["payload", "short text", { kind: "mediumtext" }, "narrow-type destructive copies"],
  ])("%s becomes %s", (name, _how, type, expected) => {
    const words = NOTIFY.columns.find((one) => one.name === name);
    const { steps } = diff(
      retyped(name, { ...(words as (typeof NOTIFY.columns)[0]), type, default: undefined, doc: words?.doc }),
    );
    const [change] = steps.flatMap(({ changes }) => changes.filter(({ code }) => code.endsWith("-type")));
    const flags = (["destructive", "copies"] as const).filter((flag) => change?.[flag] !== undefined);
    expect([change?.code, ...flags].join(" ")).toBe(expected);
    expect(change?.blocks !== undefined).toBe(flags.includes("copies"));
  });

  it.each([
    [["a", "b"], ["a", "b", "c"], "widen-type"],
    [["a", "b"], ["b", "a"], "change-type"],
    [["a", "b"], ["a"], "narrow-type"],
    [["it's"], ["it's", "b\\c"], "widen-type"],
  ])("the words %j become %j: %s", (from, to, expected) => {
    const made = (values: readonly string[]): TableDefinition =>
      tableDefinition({ ...NOTIFY, columns: [...NOTIFY.columns, column("kind", { kind: "enum", values })] });
    const { steps } = diffTables(made(from), made(to), { target: "mysql57" });
    expect(steps[0]?.changes.map(({ code }) => code)).toEqual([expected]);
  });

  it("tells what is in the rows that may be lost or be in the way", () => {
    const gone = diff({ columns: NOTIFY.columns.slice(0, -1) }).steps[0]?.changes[0];
    expect(gone).toMatchObject({ code: "drop-column", destructive: 'what is in column "payload" of every row' });
    const forbidden = column(
      "claim_time",
      { kind: "int", unsigned: true },
      { field: "claim_time", comment: "epoch seconds of the claim or of its last heartbeat" },
    );
    expect(diff(retyped("claim_time", forbidden)).steps[0]?.changes[0]).toMatchObject({
      code: "forbid-null",
      destructive: 'NULL in column "claim_time": the statement fails where a row has it',
    });
    expect(dropTable(BEFORE, "mysql57")[0]?.changes).toMatchObject([
      { code: "drop-table", destructive: 'table "notify_task" with all its rows' },
    ]);
  });

  it("warns of a column that old producers do not fill", () => {
    const note = (words: object): string | undefined =>
      diff({ columns: [...NOTIFY.columns, column("x", { kind: "date" }, words)] }).steps[0]?.changes[0]?.note;
    expect(note({})).toContain("producers of the version before fail");
    expect(note({ nullable: true })).toBeUndefined();
    expect(note({ default: "2026-01-01" })).toBeUndefined();
  });
});
