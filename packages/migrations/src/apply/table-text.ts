import { sqlIdAlways } from "@queuegen/model";
import type { Session } from "./session.js";

/** Whether this database has a table or view of that name. */
export async function tableExists(session: Session, table: string): Promise<boolean> {
  const found = await session.rows(
    "SELECT 1 FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?",
    [table],
  );
  return found.length > 0;
}

/** Lines of SHOW CREATE TABLE without the name, the counter and the encryption mark, which are no part of the definition. */
export async function tableLines(session: Session, table: string): Promise<readonly string[]> {
  const [row] = await session.rows<{ "Create Table"?: string }>(`SHOW CREATE TABLE ${sqlIdAlways(table)}`);
  const lines = (row?.["Create Table"] ?? "").split("\n").slice(1);
  return lines.map((line) =>
    line
      .replace(/^(\).*) AUTO_INCREMENT=\d+/, "$1")
      .replace(/ \/\*!80016.*?\*\//, "")
      .replace(/,$/, "")
      .trim(),
  );
}
