import { QueuegenError } from "@queuegen/model";
import { ledgerTable } from "../support/support-tables.js";
import type { Session } from "./session.js";

/** Throws where the table of the ledger's name lacks a column of ours: another tool made it. */
export async function refuseForeignLedger(session: Session, prefix: string): Promise<void> {
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
