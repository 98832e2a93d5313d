import { createHash } from "node:crypto";
import { QueuegenError, sqlIdAlways } from "@queuegen/model";
import { createTable } from "../ddl/create-table.js";
import { ledgerTable } from "../support/support-tables.js";
import type { Session } from "./session.js";
import { tableExists } from "./statement-effect.js";

export type Direction = "up" | "down";

/** One statement of one migration as it was sent. */
export interface LedgerRow {
  readonly migration: string;
  readonly direction: Direction;
  /** From 1; 0 stands for a file without statements. */
  readonly step: number;
  readonly steps: number;
  readonly statementHash: string;
  readonly fileHash: string;
  /** `null`: it was sent and its end was not seen. */
  readonly finishedMs: number | null;
}

export interface Ledger {
  /** Name of its table. */
  readonly table: string;
  /** Every row, in the order of migrations and steps. */
  read(): Promise<readonly LedgerRow[]>;
  /** Before a statement is sent. */
  start(row: Omit<LedgerRow, "finishedMs">): Promise<void>;
  /** After its end was seen. */
  finish(row: Omit<LedgerRow, "finishedMs">): Promise<void>;
  /** After the server refused it. */
  forget(row: Omit<LedgerRow, "finishedMs">): Promise<void>;
  /** After a migration was reverted. */
  forgetMigration(migration: string): Promise<void>;
}

const NOW_MS = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000";

/** SHA-256 of a statement, 64 hexadecimal digits. */
export function statementHash(statement: string): string {
  return createHash("sha256").update(statement).digest("hex");
}

/** What the ledger says, without making it: nothing where it does not exist yet. */
export async function readLedger(session: Session, prefix: string): Promise<readonly LedgerRow[]> {
  const { table } = ledgerTable(prefix);
  if (!(await tableExists(session, table))) return [];
  await refuseForeign(session, prefix);
  return ledgerOf(session, table).read();
}

/** Makes the ledger where it does not exist. */
export async function openLedger(session: Session, prefix: string): Promise<Ledger> {
  const definition = ledgerTable(prefix);
  if (!(await tableExists(session, definition.table))) await session.run(createTable(definition));
  await refuseForeign(session, prefix);
  return ledgerOf(session, definition.table);
}

function ledgerOf(session: Session, table: string): Ledger {
  const name = sqlIdAlways(table);
  const key = "migration = ? AND direction = ? AND step = ?";
  return {
    table,
    read: () =>
      session.rows<LedgerRow>(
        `SELECT migration, direction, step, steps, statement_hash AS statementHash, file_hash AS fileHash,
                finished_ms AS finishedMs
         FROM ${name} ORDER BY migration, direction, step`,
      ),
    start: (row) =>
      session.run(
        `INSERT INTO ${name} (migration, direction, step, steps, statement_hash, file_hash, started_ms)
         VALUES (?, ?, ?, ?, ?, ?, ${NOW_MS})
         ON DUPLICATE KEY UPDATE steps = VALUES(steps), statement_hash = VALUES(statement_hash),
           file_hash = VALUES(file_hash), started_ms = VALUES(started_ms)`,
        [row.migration, row.direction, row.step, row.steps, row.statementHash, row.fileHash],
      ),
    finish: (row) =>
      session.run(`UPDATE ${name} SET finished_ms = ${NOW_MS} WHERE ${key}`, [row.migration, row.direction, row.step]),
    forget: (row) => session.run(`DELETE FROM ${name} WHERE ${key}`, [row.migration, row.direction, row.step]),
    forgetMigration: (migration) => session.run(`DELETE FROM ${name} WHERE migration = ?`, [migration]),
  };
}

async function refuseForeign(session: Session, prefix: string): Promise<void> {
  const { table, columns } = ledgerTable(prefix);
  const found = await session.rows<{ name: string }>(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?",
    [table],
  );
  const missing = columns.filter(({ name }) => !found.some((column) => column.name === name));
  if (missing.length === 0) return;
  throw new QueuegenError([
    {
      code: "ledger-not-ours",
      severity: "error",
      message: `table "${table}" in database "${session.database}" is not the migration ledger of queuegen: it has no column "${missing[0]?.name}"`,
      hint: 'Rename that table, or set another "tablePrefix" in queuegen.json.',
    },
  ]);
}
