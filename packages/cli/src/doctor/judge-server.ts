import type { Finding } from "./finding.js";
import type { ServerFacts } from "./read-server.js";

/** Below these no statement of ours is tested. */
const OLDEST = { mysql: [5, 7], mariadb: [10, 5] } as const;
const PACKET_BYTES = 4 * 1024 * 1024;
const IDLE_SECONDS = 300;
const LOCK_WAIT_SECONDS = 120;
/** All times in a queue are the database's own; another machine's only meet them in logs and in `run_at` worked out by hand. */
const CLOCK_MS = { info: 2_000, warning: 60_000 } as const;

/** What a careful administrator would say of a server that keeps a queue. Pure. */
export function judgeServer(server: ServerFacts): readonly Finding[] {
  return [
    versionFinding(server),
    readOnlyFinding(server),
    strictFinding(server),
    ...durabilityFindings(server),
    binlogFinding(server),
    isolationFinding(server),
    autocommitFinding(server),
    lockWaitFinding(server),
    idleFinding(server),
    packetFinding(server),
    clockFinding(server),
  ].filter((finding) => finding !== undefined);
}

function versionFinding({ version, mariadb }: ServerFacts): Finding | undefined {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  const [least, leastMinor] = mariadb ? OLDEST.mariadb : OLDEST.mysql;
  if (major > least || (major === least && minor >= leastMinor)) return undefined;
  return {
    check: "server-version",
    severity: "error",
    what: `the server is ${version}`,
    why: "queuegen is made for MySQL 5.7 and later and MariaDB 10.5 and later: older ones lack functions that its statements use.",
    todo: ["Move the queue to a newer server."],
  };
}

function readOnlyFinding({ variables }: ServerFacts): Finding | undefined {
  const names = ["super_read_only", "read_only", "innodb_read_only"];
  const on = names.find((name) => !["OFF", "0", undefined].includes(variables.get(name)));
  if (on === undefined) return undefined;
  return {
    check: "read-only",
    severity: "error",
    what: `the server is read-only (${on} = ${variables.get(on)})`,
    why: "No job can be enqueued or claimed here: a replica, or a primary after a failover.",
    todo: ["Point the URL of producers and workers at the primary."],
  };
}

function strictFinding({ variables }: ServerFacts): Finding | undefined {
  const mode = variables.get("sql_mode");
  if (mode === undefined || /STRICT_(TRANS|ALL)_TABLES/.test(mode)) return undefined;
  return {
    check: "sql-mode",
    severity: "warning",
    what: `sql_mode is not strict ("${mode}")`,
    why: "In sessions that do not set it themselves, values that do not fit a column are cut without a word: a job arrives with half its payload.",
    todo: [
      `SET GLOBAL sql_mode = CONCAT(@@GLOBAL.sql_mode, ',STRICT_TRANS_TABLES'); and the same in the server's configuration.`,
    ],
  };
}

function durabilityFindings({ variables }: ServerFacts): readonly Finding[] {
  const flush = variables.get("innodb_flush_log_at_trx_commit");
  const sync = variables.get("sync_binlog");
  const logged = variables.get("log_bin") === "ON";
  return [
    ...(flush === undefined || flush === "1"
      ? []
      : [
          {
            check: "flush-log",
            severity: "warning",
            what: `innodb_flush_log_at_trx_commit is ${flush}`,
            why: `The last second of commits is lost when ${flush === "0" ? "the server process" : "the machine"} dies: jobs that were enqueued are gone, jobs that were completed run again.`,
            todo: ["SET GLOBAL innodb_flush_log_at_trx_commit = 1; unless such a loss is accepted."],
          } as const,
        ]),
    ...(!logged || sync === undefined || sync === "1"
      ? []
      : [
          {
            check: "sync-binlog",
            severity: "info",
            what: `sync_binlog is ${sync}`,
            why: "After the machine dies, replicas and restores by binary log may lack the last commits that the server itself has kept.",
            todo: ["SET GLOBAL sync_binlog = 1; where replicas or point-in-time restores matter."],
          } as const,
        ]),
  ];
}

function binlogFinding({ variables }: ServerFacts): Finding | undefined {
  if (variables.get("log_bin") !== "ON" || variables.get("binlog_format") !== "STATEMENT") return undefined;
  return {
    check: "binlog-format",
    severity: "warning",
    what: "binlog_format is STATEMENT",
    why: "Workers cannot use READ COMMITTED (error 1665) and stay at REPEATABLE READ: more locks, more deadlocks between claims and enqueues.",
    todo: ["SET GLOBAL binlog_format = 'ROW'; sessions that are open keep the old one."],
  };
}

function isolationFinding({ variables }: ServerFacts): Finding | undefined {
  const level = variables.get("transaction_isolation") ?? variables.get("tx_isolation");
  if (level !== "SERIALIZABLE") return undefined;
  return {
    check: "isolation",
    severity: "warning",
    what: "the default isolation level is SERIALIZABLE",
    why: "In sessions that do not set it themselves every read inside a transaction locks rows: producers and workers wait for each other.",
    todo: ["SET GLOBAL TRANSACTION ISOLATION LEVEL READ COMMITTED; workers set it for their own sessions."],
  };
}

function autocommitFinding({ variables }: ServerFacts): Finding | undefined {
  if (variables.get("autocommit") !== "OFF") return undefined;
  return {
    check: "autocommit",
    severity: "warning",
    what: "autocommit is off by default",
    why: "A job that is enqueued on a plain connection stays invisible until somebody commits, and is gone when the connection ends.",
    todo: ["SET GLOBAL autocommit = 1; or commit in the producers."],
  };
}

function lockWaitFinding({ variables }: ServerFacts): Finding | undefined {
  const seconds = Number(variables.get("innodb_lock_wait_timeout") ?? 0);
  if (seconds <= LOCK_WAIT_SECONDS) return undefined;
  return {
    check: "lock-wait",
    severity: "info",
    what: `innodb_lock_wait_timeout is ${seconds} s`,
    why: "Workers set their own; an enqueue or a change by hand that meets a locked row hangs that long.",
    todo: ["SET GLOBAL innodb_lock_wait_timeout = 50; or less, where no other program needs it."],
  };
}

function idleFinding({ variables }: ServerFacts): Finding | undefined {
  const seconds = Number(variables.get("wait_timeout") ?? IDLE_SECONDS);
  if (seconds >= IDLE_SECONDS) return undefined;
  return {
    check: "wait-timeout",
    severity: "info",
    what: `wait_timeout is ${seconds} s`,
    why: "The server ends connections of the pool that were idle that long; workers reconnect, producers see an error where the pool hands out a dead connection.",
    todo: ["Raise wait_timeout, or set idleTimeout of the pool below it."],
  };
}

function packetFinding({ variables }: ServerFacts): Finding | undefined {
  const bytes = Number(variables.get("max_allowed_packet") ?? PACKET_BYTES);
  if (bytes >= PACKET_BYTES) return undefined;
  return {
    check: "packet",
    severity: "info",
    what: `max_allowed_packet is ${Math.round(bytes / 1024)} KiB`,
    why: "A job whose payload is larger cannot be enqueued, and batches are cut to fit.",
    todo: [`SET GLOBAL max_allowed_packet = ${16 * 1024 * 1024}; where payloads are large.`],
  };
}

function clockFinding({ clockAheadMs, clockErrorMs }: ServerFacts): Finding | undefined {
  const off = Math.abs(clockAheadMs) - clockErrorMs;
  if (off < CLOCK_MS.info) return undefined;
  const seconds = (Math.abs(clockAheadMs) / 1000).toFixed(1);
  return {
    check: "clock",
    severity: off >= CLOCK_MS.warning ? "warning" : "info",
    what: `the database's clock is ${seconds} s ${clockAheadMs > 0 ? "ahead of" : "behind"} this machine's`,
    why: "Queues go by the database's clock alone, so nothing breaks; but times worked out here (`runAt` of an enqueue, logs) are off by that much.",
    todo: ["Keep both machines in step by NTP."],
  };
}
