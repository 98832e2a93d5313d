import { createHash } from "node:crypto";
import { sqlIdAlways } from "@queuegen/model";
import { NOW_MS } from "@queuegen/modes";
import { createTable } from "../ddl/create-table.js";
import { ledgerTable } from "../support/support-tables.js";
import { refuseForeignLedger } from "./foreign-ledger.js";
import type { Session } from "./session.js";
import { tableExists } from "./table-text.js";

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
  /** What the table looked like before, for a statement that changes one; `null` for others. */
  readonly beforeHash: string | null;
  /** Why it counts as finished where no run saw its end: a word said by hand. */
  readonly note: string | null;
}

/** What names a row. */
export type LedgerKey = Pick<LedgerRow, "migration" | "direction" | "step">;

export interface Ledger {
  /** Name of its table. */
  readonly table: string;
  /** Every row of a statement, in the order of migrations and steps. */
  read(): Promise<readonly LedgerRow[]>;
  /** Before a statement is sent. */
  start(row: Omit<LedgerRow, "finishedMs" | "note">): Promise<void>;
  /** After its end was seen. */
  finish(row: LedgerKey): Promise<void>;
  /** After the server refused it. */
  forget(row: LedgerKey): Promise<void>;
  /** After a migration was reverted. What was said of it by hand stays. */
  forgetMigration(migration: string): Promise<void>;
}

/** SHA-256 of a statement, 64 hexadecimal digits. */
export function statementHash(statement: string): string {
  return createHash("sha256").update(statement).digest("hex");
}

/** What the ledger says, without making it: nothing where it does not exist yet. */
export async function readLedger(session: Session, prefix: string): Promise<readonly LedgerRow[]> {
  const { table } = ledgerTable(prefix);
  if (!(await tableExists(session, table))) return [];
  await refuseForeignLedger(session, prefix);
  return ledgerOf(session, table).read();
}

/** Makes the ledger where it does not exist. */
export async function openLedger(session: Session, prefix: string): Promise<Ledger> {
  const definition = ledgerTable(prefix);
  if (!(await tableExists(session, definition.table))) await session.run(createTable(definition));
  await refuseForeignLedger(session, prefix);
  return ledgerOf(session, definition.table);
}

function ledgerOf(session: Session, table: string): Ledger {
  const name = sqlIdAlways(table);
  const key = "migration = ? AND direction = ? AND step = ?";
  const keyOf = (row: LedgerKey): readonly unknown[] => [row.migration, row.direction, row.step];
  return {
    table,
    read: () =>
      session.rows<LedgerRow>(
        `SELECT migration, direction, step, steps, statement_hash AS statementHash, file_hash AS fileHash,
                finished_ms AS finishedMs, before_hash AS beforeHash, note
         FROM ${name} WHERE direction IN ('up', 'down') ORDER BY migration, direction, step`,
      ),
    start: (row) =>
      session.run(
        `INSERT INTO ${name} (migration, direction, step, steps, statement_hash, file_hash, started_ms, before_hash)
         VALUES (?, ?, ?, ?, ?, ?, ${NOW_MS}, ?)
         ON DUPLICATE KEY UPDATE steps = VALUES(steps), statement_hash = VALUES(statement_hash),
           file_hash = VALUES(file_hash), started_ms = VALUES(started_ms), before_hash = VALUES(before_hash)`,
        [...keyOf(row), row.steps, row.statementHash, row.fileHash, row.beforeHash],
      ),
    finish: (row) => session.run(`UPDATE ${name} SET finished_ms = ${NOW_MS} WHERE ${key}`, keyOf(row)),
    forget: (row) => session.run(`DELETE FROM ${name} WHERE ${key}`, keyOf(row)),
    forgetMigration: (migration) =>
      session.run(`DELETE FROM ${name} WHERE migration = ? AND direction IN ('up', 'down')`, [migration]),
  };
}
