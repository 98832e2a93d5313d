import type { RowState, Transition } from "./transition.js";

const NOW_MS = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000";

const STATE = ["status", "claim_token", "claim_time", "worker_id", "attempts", "start_time", "finish_time", "run_at"];

/** Statements that make the server write down every change of every row of a queue's table, whoever makes it. */
export function transitionLogSql(table: string): string[] {
  const columns = STATE.flatMap((name) => [`before_${name}`, `after_${name}`]);
  const values = (before: boolean, after: boolean): string =>
    STATE.flatMap((name) => [before ? `OLD.${name}` : "NULL", after ? `NEW.${name}` : "NULL"]).join(", ");
  const trigger = (event: string, before: boolean, after: boolean): string =>
    `CREATE TRIGGER ${table}_${event.toLowerCase()} AFTER ${event} ON ${table} FOR EACH ROW
     INSERT INTO transition_log (job, at, actor, connection, ${columns.join(", ")})
     VALUES (${before ? "OLD" : "NEW"}.id, ${NOW_MS}, @queue_actor, CONNECTION_ID(), ${values(before, after)})`;
  return [
    `CREATE TABLE transition_log (
      seq bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
      job bigint unsigned NOT NULL,
      at bigint unsigned NOT NULL,
      actor varchar(64) NULL,
      connection bigint unsigned NOT NULL,
      ${STATE.flatMap((name) => [`before_${name} ${columnType(name)} NULL`, `after_${name} ${columnType(name)} NULL`]).join(", ")}
    ) ENGINE=InnoDB`,
    trigger("INSERT", false, true),
    trigger("UPDATE", true, true),
    trigger("DELETE", true, false),
  ];
}

function columnType(name: string): string {
  return name === "claim_token" || name === "worker_id" ? "varchar(64)" : "bigint unsigned";
}

/** Rows of a statement on the database that holds the log. */
export type Query = <Row>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;

/** The whole log in the order of `seq`. */
export async function readTransitions(query: Query): Promise<Transition[]> {
  const rows = await query<LogRow>("SELECT *, CAST(job AS CHAR) AS job_id FROM transition_log ORDER BY seq");
  return rows.map((row) => ({
    seq: Number(row.seq),
    job: String(row.job_id),
    at: Number(row.at),
    actor: row.actor,
    connection: Number(row.connection),
    before: stateOf(row, "before"),
    after: stateOf(row, "after"),
  }));
}

interface LogRow {
  readonly [column: string]: unknown;
  readonly seq: number | string;
  readonly at: number | string;
  readonly actor: string | null;
  readonly connection: number | string;
}

function stateOf(row: LogRow, side: "before" | "after"): RowState | undefined {
  if (row[`${side}_status`] === null) return undefined;
  const number = (name: string): number | null => {
    const value = row[`${side}_${name}`];
    return value === null ? null : Number(value);
  };
  const text = (name: string): string | null => row[`${side}_${name}`] as string | null;
  return {
    status: number("status") ?? -1,
    token: text("claim_token"),
    claimTime: number("claim_time"),
    worker: text("worker_id"),
    attempts: number("attempts") ?? 0,
    start: number("start_time"),
    finish: number("finish_time"),
    runAt: number("run_at"),
  };
}
