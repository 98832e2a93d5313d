import type { Session } from "./session.js";

interface Holder {
  readonly id: number;
  readonly user: string | null;
  readonly host: string | null;
  /** `Sleep`, `Query`, ... */
  readonly command: string | null;
  /** Seconds that it has been in this state. */
  readonly seconds: number | null;
  /** Seconds since its transaction began. */
  readonly age: number | null;
  readonly sql: string | null;
  /** The table that it holds, where the server tells. */
  readonly tableName: string | null;
}

const SHOWN = 3;

/** Who holds what a statement waited for, for a sentence; looked at right after the wait, so that a short one may be gone. */
export async function blockersOf(session: Session, statement: string): Promise<string> {
  const exact = await holders(session, METADATA_LOCKS);
  const named = exact.filter(({ tableName }) => tableName !== null && statement.includes(tableName));
  if (named.length > 0) return distinct(named).slice(0, SHOWN).map(words).join("; ");
  const open = await holders(session, OPEN_TRANSACTIONS);
  if (open.length > 0) return `probably ${distinct(open).slice(0, SHOWN).map(words).join("; or ")}`;
  return "a session that cannot be seen from here (the privilege PROCESS shows all of them)";
}

/** MySQL 8.0 and later, and MariaDB where the performance schema is on. */
const METADATA_LOCKS = `
  SELECT t.processlist_id AS id, t.processlist_user AS user, t.processlist_host AS host,
         t.processlist_command AS command, t.processlist_time AS seconds,
         TIMESTAMPDIFF(SECOND, x.trx_started, NOW()) AS age, t.processlist_info AS \`sql\`, l.object_name AS tableName
  FROM performance_schema.metadata_locks AS l
  JOIN performance_schema.threads AS t ON t.thread_id = l.owner_thread_id
  LEFT JOIN information_schema.innodb_trx AS x ON x.trx_mysql_thread_id = t.processlist_id
  WHERE l.object_type = 'TABLE' AND l.object_schema = DATABASE() AND l.lock_status = 'GRANTED'
    AND t.processlist_id <> CONNECTION_ID()
  ORDER BY age DESC, seconds DESC LIMIT 100`;

/** Elsewhere: every transaction on this database that is open, the oldest first. */
const OPEN_TRANSACTIONS = `
  SELECT p.id AS id, p.user AS user, p.host AS host, p.command AS command, p.time AS seconds,
         TIMESTAMPDIFF(SECOND, x.trx_started, NOW()) AS age, p.info AS \`sql\`, NULL AS tableName
  FROM information_schema.innodb_trx AS x JOIN information_schema.processlist AS p ON p.id = x.trx_mysql_thread_id
  WHERE p.id <> CONNECTION_ID() AND p.db = DATABASE()
  ORDER BY x.trx_started LIMIT 10`;

/** A server without these tables, or a user who may not read them, tells nothing. */
function holders(session: Session, sql: string): Promise<readonly Holder[]> {
  return session.rows<Holder>(sql).catch(() => []);
}

function distinct(found: readonly Holder[]): readonly Holder[] {
  return found.filter(({ id }, at) => found.findIndex((other) => other.id === id) === at);
}

/** `connection 71 (app from 10.0.0.7), idle in a transaction for 312 s` */
function words({ id, user, host, command, seconds, age, sql }: Holder): string {
  const who = `connection ${id}${user === null ? "" : ` (${user} from ${host || "localhost"})`}`;
  const time = Number(age ?? seconds ?? 0);
  if (command === "Sleep") return `${who}, idle in a transaction for ${time} s`;
  const text = (sql ?? "").replace(/\s+/g, " ").trim();
  return `${who}, for ${time} s${text === "" ? "" : `, now running: ${text.length > 80 ? `${text.slice(0, 77)}...` : text}`}`;
}
