import { createHash } from "node:crypto";
import { sqlIdAlways } from "@queuegen/model";
import type { Session } from "./session.js";
import { asTemporary, changedTable, changesRows, createdTable, droppedTable, isRepeatable } from "./statement-names.js";
import { tableExists, tableLines } from "./table-text.js";

/** What the database shows of a statement that was sent and whose end nobody saw. */
export type Effect =
  | { readonly kind: "done" | "absent" | "unknown" }
  /** A table of that name is there and looks otherwise; lines of SHOW CREATE TABLE. */
  | { readonly kind: "differs"; readonly expected: readonly string[]; readonly found: readonly string[] };

/**
 * Looks whether a statement took effect. `beforeHash` is what `beforeHashOf` said before it was sent. Each of these
 * statements is carried out whole or not at all; of others a look cannot tell.
 */
export async function effectOf(session: Session, statement: string, beforeHash: string | null): Promise<Effect> {
  const created = createdTable(statement);
  if (created !== undefined) {
    return (await tableExists(session, created)) ? compare(session, statement, created) : { kind: "absent" };
  }
  const dropped = droppedTable(statement);
  if (dropped !== undefined) return { kind: (await tableExists(session, dropped)) ? "absent" : "done" };
  if (isRepeatable(statement)) return { kind: "absent" };
  // Sent in one transaction with the ledger row that would say so.
  if (await inTransaction(session, statement)) return { kind: "absent" };
  if (beforeHash === null) return { kind: "unknown" };
  return { kind: (await beforeHashOf(session, statement)) === beforeHash ? "absent" : "done" };
}

/** What the table that a statement changes looks like, as a hash; `null` for statements that change none. */
export async function beforeHashOf(session: Session, statement: string): Promise<string | null> {
  const table = changedTable(statement);
  if (table === undefined) return null;
  const lines = (await tableExists(session, table)) ? await tableLines(session, table) : ["no table"];
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}

/** Whether a statement can be undone by a rollback: rows only, and no table without transactions is named in it. */
export async function inTransaction(session: Session, statement: string): Promise<boolean> {
  if (!changesRows(statement)) return false;
  const others = await session.rows<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND engine <> 'InnoDB'",
  );
  return !others.some(({ name }) => statement.includes(name));
}

/** The server itself says what the statement would have made: in a temporary table, seen by this session alone. */
async function compare(session: Session, statement: string, table: string): Promise<Effect> {
  const model = "queuegen_expected";
  const quoted = sqlIdAlways(model);
  await session.run(`DROP TEMPORARY TABLE IF EXISTS ${quoted}`);
  try {
    await session.run(asTemporary(statement, quoted));
  } catch (error) {
    // 1044: the privilege CREATE TEMPORARY TABLES is one of its own.
    if ((error as { errno?: number }).errno === 1044) return { kind: "unknown" };
    throw error;
  }
  const expected = await tableLines(session, model);
  await session.run(`DROP TEMPORARY TABLE ${quoted}`);
  const found = await tableLines(session, table);
  if (expected.join("\n") === found.join("\n")) return { kind: "done" };
  return {
    kind: "differs",
    expected: expected.filter((line) => !found.includes(line)),
    found: found.filter((line) => !expected.includes(line)),
  };
}
