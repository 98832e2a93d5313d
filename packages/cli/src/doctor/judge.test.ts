import type { TableDrift } from "@queuegen/migrations/apply";
import { describe, expect, it } from "vitest";
import { judgeLoad } from "./judge-load.js";
import { judgeMigrations } from "./judge-migrations.js";
import { judgeRights } from "./judge-rights.js";
import { judgeServer } from "./judge-server.js";
import type { ServerFacts } from "./read-server.js";

/** What MySQL 9 says of itself where nobody has changed anything. */
const DEFAULTS: readonly (readonly [string, string])[] = [
  ["sql_mode", "ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO"],
  ["innodb_flush_log_at_trx_commit", "1"],
  ["sync_binlog", "1"],
  ["log_bin", "ON"],
  ["binlog_format", "ROW"],
  ["transaction_isolation", "REPEATABLE-READ"],
  ["autocommit", "ON"],
  ["read_only", "OFF"],
  ["super_read_only", "OFF"],
  ["innodb_read_only", "OFF"],
  ["wait_timeout", "28800"],
  ["innodb_lock_wait_timeout", "50"],
  ["max_allowed_packet", "67108864"],
];

function server(variables: Readonly<Record<string, string>> = {}, words: Partial<ServerFacts> = {}): ServerFacts {
  const map = new Map([...DEFAULTS, ...Object.entries(variables)]);
  return { version: "9.7.4", mariadb: false, variables: map, clockAheadMs: 3, clockErrorMs: 1, ...words };
}

const told = (facts: ServerFacts): readonly string[] =>
  judgeServer(facts).map(({ severity, check, what }) => `${severity} ${check}: ${what}`);

describe("judgeServer", () => {
  it("finds nothing wrong with a server as it comes", () => {
    expect(told(server())).toEqual([]);
    expect(
      told(
        server(
          { log_bin: "OFF", sync_binlog: "0", binlog_format: "MIXED" },
          { version: "10.5.1-MariaDB", mariadb: true },
        ),
      ),
    ).toEqual([]);
    expect(told({ ...server(), variables: new Map() })).toEqual([]);
  });

  it.each<[Readonly<Record<string, string>>, string]>([
    [{ sql_mode: "NO_ENGINE_SUBSTITUTION" }, 'warning sql-mode: sql_mode is not strict ("NO_ENGINE_SUBSTITUTION")'],
    [{ innodb_flush_log_at_trx_commit: "2" }, "warning flush-log: innodb_flush_log_at_trx_commit is 2"],
    [{ sync_binlog: "0" }, "info sync-binlog: sync_binlog is 0"],
    [{ binlog_format: "STATEMENT" }, "warning binlog-format: binlog_format is STATEMENT"],
    [{ transaction_isolation: "SERIALIZABLE" }, "warning isolation: the default isolation level is SERIALIZABLE"],
    [{ autocommit: "OFF" }, "warning autocommit: autocommit is off by default"],
    [{ read_only: "ON" }, "error read-only: the server is read-only (read_only = ON)"],
    [{ innodb_lock_wait_timeout: "3600" }, "info lock-wait: innodb_lock_wait_timeout is 3600 s"],
    [{ wait_timeout: "60" }, "info wait-timeout: wait_timeout is 60 s"],
    [{ max_allowed_packet: "1048576" }, "info packet: max_allowed_packet is 1024 KiB"],
  ])("tells %j", (variables, expected) => {
    expect(told(server(variables))).toEqual([expected]);
  });

  it("tells a server that is too old", () => {
    expect(told(server({}, { version: "5.6.51-log" }))).toEqual(["error server-version: the server is 5.6.51-log"]);
    expect(told(server({}, { version: "10.4.34-MariaDB", mariadb: true }))[0]).toContain("server-version");
    expect(told(server({}, { version: "5.7.44" }))).toEqual([]);
  });

  it("tells clocks that are apart, as far as the answer's own delay allows", () => {
    expect(told(server({}, { clockAheadMs: -90_000 }))).toEqual([
      "warning clock: the database's clock is 90.0 s behind this machine's",
    ]);
    expect(told(server({}, { clockAheadMs: 3_000 }))).toEqual([
      "info clock: the database's clock is 3.0 s ahead of this machine's",
    ]);
    expect(told(server({}, { clockAheadMs: 3_000, clockErrorMs: 1_500 }))).toEqual([]);
  });
});

describe("judgeLoad", () => {
  const QUIET = { historyLength: 40, transactions: [], metadataWaits: [] };

  it("finds nothing in a quiet server, nor in one that tells nothing", () => {
    expect(judgeLoad(QUIET)).toEqual([]);
    expect(judgeLoad({ ...QUIET, historyLength: undefined })).toEqual([]);
  });

  it("tells the oldest transaction with who holds it and how many more there are", () => {
    const one = {
      connection: 71,
      seconds: 312,
      user: "report",
      host: "10.0.0.7:51234",
      command: "Sleep",
      rowsLocked: 2,
    };
    const [finding] = judgeLoad({ ...QUIET, transactions: [one, { ...one, connection: 72 }] });
    expect(finding?.what).toBe(
      "connection 71 (report from 10.0.0.7:51234) has been in a transaction for 5 min 12 s, idle now, with 2 rows locked; 1 more over a minute",
    );
    expect(finding?.todo[0]).toContain("KILL 71;");
  });

  it("calls a wait for a table an error, and a long history list by its length", () => {
    const waits = [{ connection: 9, seconds: 20, sql: "ALTER TABLE\n  notify_task ADD x int" }];
    const findings = judgeLoad({ ...QUIET, historyLength: 2_000_000, metadataWaits: waits });
    expect(findings.map(({ severity, check }) => `${severity} ${check}`)).toEqual([
      "warning history-list",
      "error metadata-wait",
    ]);
    expect(findings[1]?.what).toContain("for a table: ALTER TABLE notify_task ADD x int");
  });
});

describe("judgeRights", () => {
  it("says what to grant, to whom", () => {
    const [finding] = judgeRights({
      user: "app@10.0.0.%",
      missing: [{ table: "notify_task", rights: ["UPDATE", "DELETE"] }],
    });
    expect(finding?.todo).toEqual(["GRANT UPDATE, DELETE ON `notify_task` TO 'app'@'10.0.0.%';"]);
  });
});

describe("judgeMigrations", () => {
  it("says once that nothing is there, and each difference where something is", () => {
    const differing = (table: string, untouched: boolean): TableDrift => ({
      table,
      queue: "notify",
      findings: [{ words: "the table is gone", cosmetic: false }],
      sql: ["CREATE TABLE x;\n"],
      losing: [],
      untouched,
    });
    const tables = [differing("a", true), differing("b", true)];
    expect(judgeMigrations({ ledger: false, states: [], tables }).map(({ what, todo }) => [what, todo])).toEqual([
      ['no migration was ever applied: "a", "b" are not there, or not made ready for a queue', ["queuegen migrate up"]],
    ]);
    expect(
      judgeMigrations({ ledger: false, states: [], tables: [differing("a", true), differing("b", false)] }),
    ).toHaveLength(2);
    expect(judgeMigrations({ ledger: true, states: [], tables })).toHaveLength(2);
    expect(judgeMigrations({ ledger: true, states: [{ kind: "missing", name: "1" }], tables: [] })[0]?.what).toBe(
      "migration 1 is applied, and its folder is gone",
    );
  });

  it("keeps what loses something apart from what does not", () => {
    const findings = [{ words: 'column "extra" is new', cosmetic: false, destructive: 'column "extra"' }];
    const [keep, lose] = ["ALTER TABLE a\n  ADD KEY k (x);\n", "ALTER TABLE a\n  DROP COLUMN extra;\n"] as const;
    const table = { table: "a", queue: "a", findings, sql: [keep, lose], losing: [lose], untouched: false };
    const [finding] = judgeMigrations({ ledger: true, states: [], tables: [table] });
    expect(finding?.todo).toEqual([
      "To make it so again:",
      "ALTER TABLE a",
      "  ADD KEY k (x);",
      'Would make it so again, at a price: column "extra".',
      "-- ALTER TABLE a",
      "--   DROP COLUMN extra;",
    ]);
  });

  it("calls a difference that only people see good to know", () => {
    const findings = [{ words: "the comment is another", cosmetic: true }];
    const [finding] = judgeMigrations({
      ledger: true,
      states: [],
      tables: [{ table: "a", queue: "a", findings, sql: [], losing: [], untouched: false }],
    });
    expect(finding?.severity).toBe("info");
  });
});
