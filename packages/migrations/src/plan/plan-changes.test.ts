import type { QueueModel } from "@queuegen/model";
import { describe, expect, it } from "vitest";
import { column, NOTIFY } from "../fixtures.js";
import type { ChangeRequest } from "./change-request.js";
import { changedWithoutMigration } from "./changed-without-migration.js";
import { planAdoptMigration } from "./plan-adopt.js";
import { planChanges } from "./plan-changes.js";
import { planCreateMigrations } from "./plan-create.js";

const NOW = new Date("2026-04-01T09:00:00Z");
const REQUEST: ChangeRequest = { target: "mysql57", renames: [], allowDestructive: [], allowCopy: false };
const ORDER: QueueModel = {
  ...NOTIFY,
  name: "order",
  key: "order",
  pascal: "Order",
  table: "order_task",
  file: "schemas/order.queue.ts",
};
const existing = planCreateMigrations([NOTIFY, ORDER], [], new Date("2026-03-01T12:00:00Z"), {
  tablePrefix: "queuegen_",
});

const LATE = column("late", { kind: "date" }, { nullable: true });
const VIA = column("via", { kind: "varchar", length: 16 }, { default: "mail" });
const added = { ...NOTIFY, columns: [...NOTIFY.columns, LATE] };
const dropped = { ...NOTIFY, columns: NOTIFY.columns.slice(0, -1) };
const renamed = { ...NOTIFY, columns: NOTIFY.columns.map((one) => (one.name === "channel" ? VIA : one)) };

function plan(models: readonly QueueModel[], request: Partial<ChangeRequest> = {}): ReturnType<typeof planChanges> {
  return planChanges(models, existing, NOW, { ...REQUEST, ...request });
}

describe("planChanges", () => {
  it("plans nothing where nothing changed", () => {
    expect(plan([NOTIFY, ORDER])).toEqual({ planned: [], cosmetic: [], problems: [] });
  });

  it("plans one migration a changed queue, after its last one", () => {
    const { planned } = plan([added, { ...ORDER, columns: [...ORDER.columns, LATE] }]);
    expect(planned.map(({ queue, migration }) => [queue, migration.name, migration.snapshot.parent])).toEqual([
      ["notify", "20260401090000_notify_add_column_late", "20260301120000_create_notify"],
      ["order", "20260401090000_order_add_column_late", "20260301120000_create_order"],
    ]);
  });

  it("plans nothing after its own plan, not even for what only somebody who reads the table sees", () => {
    const models = [{ ...added, doc: "Other words." }, ORDER];
    const [first] = plan(models).planned;
    const after = [...existing, ...(first === undefined ? [] : [first.migration])];
    expect(planChanges(models, after, NOW, { ...REQUEST, only: "notify" })).toEqual({
      planned: [],
      cosmetic: [],
      problems: [],
    });
    expect(changedWithoutMigration(models, after, "mysql57")).toEqual([]);
  });

  it("is later than the one it follows, whatever clock wrote that", () => {
    const [first] = plan([added, ORDER]).planned;
    const folders = [...existing, ...(first === undefined ? [] : [first.migration])];
    const again = { ...added, columns: [...added.columns, column("x", { kind: "date" }, { nullable: true })] };
    const [second] = planChanges([again, ORDER], folders, new Date("2020-01-01T00:00:00Z"), REQUEST).planned;
    expect(second?.migration.name).toBe("20260401090001_notify_add_column_x");
  });

  it("leaves comments to the next migration, unless the queue is named", () => {
    const words = { ...NOTIFY, doc: "Other words." };
    expect(plan([words, ORDER])).toEqual({ planned: [], cosmetic: ["notify"], problems: [] });
    const [named] = plan([words, ORDER], { only: "notify" }).planned;
    expect(named?.migration.name).toBe("20260401090000_notify_comments");
    expect(plan([{ ...added, doc: "Other words." }, ORDER]).planned[0]?.migration.up).toContain(
      "COMMENT='Other words.'",
    );
  });

  it("refuses what loses or copies, and says what to type", () => {
    const columns = dropped.columns.map((one) =>
      one.name === "channel" ? column("channel", { kind: "varchar", length: 100 }, { default: "mail" }) : one,
    );
    const { planned, problems } = plan([{ ...dropped, columns }, ORDER]);
    expect(planned).toEqual([]);
    expect(problems.map(({ code, message, hint }) => [code, message, hint])).toMatchInlineSnapshot(`
      [
        [
          "change-refused",
          "queue "notify" has 2 changes that are refused; nothing was written",
          "  drop-column  column "payload" is gone: loses what is in column "payload" of every row
        change-type  column "channel" was varchar(16) and is varchar(100): the server copies every row into a table of the new type; writes wait until the table is copied
      To write it all the same: \`queuegen migrate new --allow-destructive drop-column --allow-copy\`",
        ],
      ]
    `);
    expect(
      plan([{ ...dropped, columns }, ORDER], { allowDestructive: ["drop-column"], allowCopy: true }).problems,
    ).toEqual([]);
    expect(
      plan([{ ...dropped, columns }, ORDER], { allowDestructive: ["drop-table"], allowCopy: true }).problems,
    ).toHaveLength(1);
  });

  it("says in the files what is lost and what does not come back", () => {
    const [lossy] = plan([dropped, ORDER], { allowDestructive: ["drop-column"] }).planned;
    expect(lossy?.migration.up).toMatchInlineSnapshot(`
      "-- Loses what is in column "payload" of every row.
      -- Workers and producers of the version before that name "payload" fail until they are replaced.
      ALTER TABLE \`notify_task\`
        DROP COLUMN \`payload\`,
        LOCK=NONE;
      "
    `);
    expect(lossy?.migration.down).toMatchInlineSnapshot(`
      "-- Does not bring back what is in column "payload" of every row.
      ALTER TABLE \`notify_task\`
        ADD COLUMN \`payload\` json NOT NULL COMMENT 'What is shown to the user.',
        LOCK=NONE;
      "
    `);
  });

  it("asks whether a column that goes became the one that comes", () => {
    expect(plan([renamed, ORDER]).problems[0]?.hint).toContain(
      'Was "channel" renamed? `queuegen migrate new --rename channel:via` keeps what is in it.',
    );
  });

  it("proposes a new column for one rename alone", () => {
    const two = { ...NOTIFY, columns: [...NOTIFY.columns, { ...VIA, name: "second" }] };
    const before = planCreateMigrations([two], [], new Date("2026-03-01T12:00:00Z"), { tablePrefix: "queuegen_" });
    const hint = planChanges([renamed], before, NOW, REQUEST).problems[0]?.hint ?? "";
    expect(hint.match(/--rename \S+:via/g)).toEqual(["--rename channel:via"]);
  });

  it("renames a column by --rename, by queue where two have it, and by the schema", () => {
    const name = "20260401090000_notify_rename-column_via".replace("-", "_");
    expect(plan([renamed, ORDER], { renames: ["channel:via"] }).planned[0]?.migration.name).toBe(name);
    const both = [renamed, { ...ORDER, columns: renamed.columns }];
    expect(plan(both, { renames: ["channel:via"] }).problems[0]?.hint).toBe(
      "Write `--rename notify.channel:via` or `--rename order.channel:via`.",
    );
    expect(plan(both, { renames: ["notify.channel:via", "order.channel:via"] }).planned).toHaveLength(2);
    const declared = {
      ...renamed,
      columns: renamed.columns.map((one) => (one.name === "via" ? { ...one, renamedFrom: "channel" } : one)),
    };
    const [first] = plan([declared, ORDER]).planned;
    expect(first?.migration.name).toBe(name);
    expect(
      planChanges([declared, ORDER], [...existing, ...(first ? [first.migration] : [])], NOW, REQUEST).planned,
    ).toEqual([]);
  });

  it("tells a rename that cannot be", () => {
    const wrong = {
      ...renamed,
      columns: renamed.columns.map((one) => (one.name === "via" ? { ...one, renamedFrom: "chanel" } : one)),
    };
    expect(plan([wrong, ORDER]).problems[0]).toMatchObject({ code: "rename-unknown", hint: 'Did you mean "channel"?' });
    expect(plan([renamed, ORDER], { renames: ["chanel:via"] }).problems[0]).toMatchObject({
      code: "rename-unknown",
      hint: "Did you mean `--rename channel:via`?",
    });
    expect(plan([renamed, ORDER], { renames: ["channel"] }).problems[0]?.hint).toContain("`--rename old:new`");
  });

  it("drops the table of a queue that is removed, where that is allowed", () => {
    expect(plan([NOTIFY]).problems[0]?.hint).toMatch(/drop-table .*"order_task" with all its rows/);
    const [removal] = plan([NOTIFY], { allowDestructive: ["drop-table"] }).planned;
    expect(removal?.migration.name).toBe("20260401090000_drop_order");
    expect(removal?.migration.snapshot).toMatchObject({
      queue: "order",
      parent: "20260301120000_create_order",
      tables: [],
    });
    expect(removal?.migration.up).toBe('-- Loses table "order_task" with all its rows.\nDROP TABLE `order_task`;\n');
    expect(removal?.migration.down).toMatch(
      /^-- Does not bring back table "order_task" with all its rows\.\nCREATE TABLE `order_task`/,
    );
    const after = [...existing, ...(removal ? [removal.migration] : [])];
    expect(planChanges([NOTIFY], after, NOW, REQUEST)).toEqual({ planned: [], cosmetic: [], problems: [] });
    const [again] = planCreateMigrations([NOTIFY, ORDER], after, NOW, { tablePrefix: "queuegen_" });
    expect(again?.name).toBe("20260401090001_create_order");
    expect(again?.snapshot.parent).toBe(removal?.migration.name);
  });

  it("takes a queue out of a table of the application's, and back again without making its rows work", () => {
    const adopted: QueueModel = { ...ORDER, adopted: true };
    const first = planAdoptMigration(adopted, [], NOW, { existingRows: "pending", algorithm: "instant" });
    const [removal] = planChanges([], [first], NOW, { ...REQUEST, allowDestructive: ["drop-column"] }).planned;
    expect(removal?.migration.up).toContain("ALTER TABLE `order_task`\n  DROP INDEX `idx_status_id`,");
    expect(removal?.migration.up).not.toContain("DROP TABLE");
    expect(removal?.migration.down).toContain(
      "-- Rows that are there count as done: which of them were not is lost.\n",
    );
    expect(removal?.migration.down).toContain("ADD COLUMN `status` tinyint unsigned NOT NULL DEFAULT 2 ");
    expect(removal?.migration.down).toContain("ALTER COLUMN `status` SET DEFAULT 0;\n");
  });

  it("gives up a queue and keeps its table, where that is said", () => {
    expect(plan([NOTIFY]).problems[0]?.hint).toContain("`queuegen migrate new --keep-table order` touches nothing");
    const [given] = plan([NOTIFY], { keepTables: ["order"] }).planned;
    expect(given?.changes).toEqual([]);
    expect(given?.migration).toMatchObject({
      name: "20260401090000_give_up_order",
      up: "-- The queue is given up; table `order_task` stays as it is.\nDO 0;\n",
      snapshot: { queue: "order", parent: "20260301120000_create_order", tables: [] },
    });
    const after = [...existing, ...(given ? [given.migration] : [])];
    expect(changedWithoutMigration([NOTIFY], after, "mysql57")).toEqual([]);
    expect(planChanges([NOTIFY], after, NOW, REQUEST)).toEqual({ planned: [], cosmetic: [], problems: [] });
  });

  it("gives up no queue that is declared, and none that it does not know", () => {
    expect(plan([NOTIFY, ORDER], { keepTables: ["order"] }).problems).toMatchObject([
      {
        code: "keep-table",
        message: expect.stringMatching(/^--keep-table order: a schema declares that queue still, in /),
      },
    ]);
    expect(plan([NOTIFY], { keepTables: ["odrer"] }).problems).toMatchObject([
      { code: "keep-table", hint: "Did you mean `--keep-table order`? Those without one: order." },
    ]);
  });

  it("keeps the table of a queue that is renamed, under its new name", () => {
    const notice: QueueModel = { ...ORDER, name: "notice", key: "notice", pascal: "Notice", table: "notice_task" };
    expect(plan([NOTIFY, notice]).problems[0]?.hint).toContain("`queuegen migrate new --rename order:<new name>`");
    const [rename] = plan([NOTIFY, notice], { renames: ["order:notice"] }).planned;
    expect(rename?.migration).toMatchObject({
      name: "20260401090000_rename_order_to_notice",
      snapshot: { queue: "notice", parent: "20260301120000_create_order" },
    });
    expect(rename?.migration.up).toContain("ALTER TABLE `order_task` RENAME TO `notice_task`;\n");
    const after = [...existing, ...(rename ? [rename.migration] : [])];
    expect(changedWithoutMigration([NOTIFY, notice], after, "mysql57")).toEqual([]);
    expect(planCreateMigrations([NOTIFY, notice], after, NOW, { tablePrefix: "queuegen_" })).toEqual([]);
    expect(planChanges([NOTIFY, notice], after, NOW, REQUEST).planned).toEqual([]);
  });

  it("renames a queue whose table stays", () => {
    const notice: QueueModel = { ...ORDER, name: "notice", key: "notice", pascal: "Notice" };
    expect(planCreateMigrations([NOTIFY, notice], existing, NOW, { tablePrefix: "queuegen_" })).toEqual([]);
    const [rename] = plan([NOTIFY, notice], { renames: ["order:notice"] }).planned;
    expect(rename?.migration.up).toMatch(/^-- .*\nDO 0;\n$/);
    expect(rename?.migration.snapshot.tables).toHaveLength(1);
  });

  it("does not rename a queue onto one that has migrations", () => {
    const notice: QueueModel = { ...ORDER, name: "notice", key: "notice", pascal: "Notice", table: "notice_task" };
    const folders = [...existing, ...planCreateMigrations([notice], existing, NOW, { tablePrefix: "queuegen_" })];
    const { problems } = planChanges([NOTIFY, notice], folders, NOW, { ...REQUEST, renames: ["order:notice"] });
    expect(problems[0]).toMatchObject({ code: "rename-unknown", hint: expect.stringContaining("never applied") });
  });
});
