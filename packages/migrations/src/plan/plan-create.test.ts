import { describe, expect, it } from "vitest";
import { createTableSql } from "../ddl/create-table.js";
import { column, NOTIFY } from "../fixtures.js";
import { planCreateMigrations } from "./plan-create.js";

const NOW = new Date("2026-03-01T09:05:07.900Z");
const SETTINGS = { tablePrefix: "queuegen_" };

describe("planCreateMigrations", () => {
  it("plans one migration for a new queue and one for the support tables", () => {
    const [create, support, ...rest] = planCreateMigrations([NOTIFY], [], NOW, SETTINGS);
    expect(create?.name).toBe("20260301090507_create_notify");
    expect(create?.up).toBe(createTableSql(NOTIFY));
    expect(create?.down).toBe("DROP TABLE `notify_task`;\n");
    expect(create?.snapshot).toMatchObject({ format: 1, queue: "notify", parent: null });
    expect(rest).toEqual([]);
    expect(support?.name).toBe("20260301090507_queuegen_support");
    expect(support?.up).toMatchInlineSnapshot(`
      "CREATE TABLE \`queuegen_control\` (
        \`queue\` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        \`paused\` tinyint unsigned NOT NULL DEFAULT 0,
        \`concurrency\` int unsigned DEFAULT NULL COMMENT 'of one worker process',
        \`global_concurrency\` int unsigned DEFAULT NULL COMMENT 'of all of them together',
        \`restart_at\` bigint unsigned DEFAULT NULL COMMENT 'epoch ms; workers started earlier end themselves',
        PRIMARY KEY (\`queue\`)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;

      CREATE TABLE \`queuegen_lease\` (
        \`name\` varchar(100) NOT NULL,
        \`holder\` varchar(100) NOT NULL,
        \`until_ms\` bigint unsigned NOT NULL COMMENT 'epoch ms by the database''s clock',
        PRIMARY KEY (\`name\`)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
      "
    `);
    expect(support?.down).toBe("DROP TABLE `queuegen_lease`;\n\nDROP TABLE `queuegen_control`;\n");
  });

  it("writes nothing for what has its migration", () => {
    const existing = planCreateMigrations([NOTIFY], [], NOW, SETTINGS);
    const changed = { ...NOTIFY, columns: [...NOTIFY.columns, column("late", { kind: "date" })] };
    expect(planCreateMigrations([changed], existing, new Date(), SETTINGS)).toEqual([]);
  });

  it("writes nothing without a queue", () => {
    expect(planCreateMigrations([], [], NOW, SETTINGS)).toEqual([]);
  });

  it("adds missing support tables by a migration that follows the one that is there", () => {
    const first = planCreateMigrations([NOTIFY], [], NOW, SETTINGS);
    const older = first.map((folder) =>
      folder.snapshot.queue === "_support"
        ? { ...folder, snapshot: { ...folder.snapshot, tables: folder.snapshot.tables.slice(0, 1) } }
        : folder,
    );
    const [next] = planCreateMigrations([NOTIFY], older, new Date("2027-01-01T00:00:00Z"), SETTINGS);
    expect(next?.name).toBe("20270101000000_queuegen_support");
    expect(next?.up).toMatch(/^CREATE TABLE `queuegen_lease` \([^;]+;\n$/);
    expect(next?.down).toBe("DROP TABLE `queuegen_lease`;\n");
    expect(next?.snapshot.parent).toBe("20260301090507_queuegen_support");
    expect(next?.snapshot.tables.map(({ table }) => table)).toEqual(["queuegen_control", "queuegen_lease"]);
  });

  it("adds the tables of ctx.once and of the run log when the first queue needs them, and not before", () => {
    const first = planCreateMigrations([NOTIFY], [], NOW, SETTINGS);
    const { options } = NOTIFY;
    const logging = { ...NOTIFY, options: { ...options, once: true, worker: { ...options.worker, runLog: true } } };
    const [next, ...rest] = planCreateMigrations([logging], first, new Date("2027-01-01T00:00:00Z"), SETTINGS);
    expect(rest).toEqual([]);
    expect(next?.down).toBe("DROP TABLE `queuegen_run_log`;\n\nDROP TABLE `queuegen_once`;\n");
    expect(next?.up).toContain("PRIMARY KEY (`queue`,`once_key`),\n  KEY `idx_queue_time` (`queue`,`time_ms`)");
    expect(next?.up).toContain("KEY `idx_queue_time` (`queue`,`end_ms`)");
    expect(next?.snapshot.parent).toBe("20260301090507_queuegen_support");
    const after = planCreateMigrations([NOTIFY], [...first, ...(next ? [next] : [])], NOW, SETTINGS);
    expect(after).toEqual([]);
  });

  it("does not depend on the time zone or the locale of the machine", () => {
    const zone = process.env.TZ;
    process.env.TZ = "Pacific/Auckland";
    try {
      expect(planCreateMigrations([NOTIFY], [], NOW, SETTINGS)[0]?.name).toMatch(/^20260301090507_/);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});
