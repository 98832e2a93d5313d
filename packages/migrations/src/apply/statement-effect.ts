import { sqlIdAlways } from "@queuegen/model";
import type { Session } from "./session.js";

/** What the database shows of a statement that was sent and whose end nobody saw. */
export type Effect =
  | { readonly kind: "done" | "absent" | "unknown" }
  /** A table of that name is there and looks otherwise; lines of SHOW CREATE TABLE. */
  | { readonly kind: "differs"; readonly expected: readonly string[]; readonly found: readonly string[] };

const NAME = "`((?:[^`]|``)+)`";
const CREATE = new RegExp(`^CREATE TABLE ${NAME}`, "i");
const DROP = new RegExp(`^DROP TABLE (?:IF EXISTS )?${NAME}$`, "i");

/** Name of the table that a statement of ours creates. */
export function createdTable(statement: string): string | undefined {
  return CREATE.exec(statement)?.[1]?.replaceAll("``", "`");
}

/** Name of the table that a statement of ours drops. */
export function droppedTable(statement: string): string | undefined {
  return DROP.exec(statement)?.[1]?.replaceAll("``", "`");
}

/** Looks whether a statement took effect. Only for statements that make or drop a table can a look decide. */
export async function effectOf(session: Session, statement: string): Promise<Effect> {
  const created = createdTable(statement);
  if (created !== undefined) {
    return (await tableExists(session, created)) ? compare(session, statement, created) : { kind: "absent" };
  }
  const dropped = droppedTable(statement);
  if (dropped !== undefined) return { kind: (await tableExists(session, dropped)) ? "absent" : "done" };
  return { kind: "unknown" };
}

export async function tableExists(session: Session, table: string): Promise<boolean> {
  const found = await session.rows(
    "SELECT 1 FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?",
    [table],
  );
  return found.length > 0;
}

/** The server itself says what the statement would have made: in a temporary table, seen by this session alone. */
async function compare(session: Session, statement: string, table: string): Promise<Effect> {
  const model = sqlIdAlways("queuegen_expected");
  await session.run(`DROP TEMPORARY TABLE IF EXISTS ${model}`);
  try {
    await session.run(statement.replace(CREATE, `CREATE TEMPORARY TABLE ${model}`));
  } catch (error) {
    // 1044: the privilege CREATE TEMPORARY TABLES is one of its own.
    if ((error as { errno?: number }).errno === 1044) return { kind: "unknown" };
    throw error;
  }
  const expected = await tableLines(session, model);
  await session.run(`DROP TEMPORARY TABLE ${model}`);
  const found = await tableLines(session, sqlIdAlways(table));
  if (expected.join("\n") === found.join("\n")) return { kind: "done" };
  return {
    kind: "differs",
    expected: expected.filter((line) => !found.includes(line)),
    found: found.filter((line) => !expected.includes(line)),
  };
}

/** SHOW CREATE TABLE without the name, the counter and the encryption mark, which are no part of the definition. */
async function tableLines(session: Session, quotedName: string): Promise<readonly string[]> {
  const [row] = await session.rows<{ "Create Table": string }>(`SHOW CREATE TABLE ${quotedName}`);
  const lines = (row?.["Create Table"] ?? "").split("\n").slice(1);
  return lines.map((line) =>
    line
      .replace(/^(\).*) AUTO_INCREMENT=\d+/, "$1")
      .replace(/ \/\*!80016.*?\*\//, "")
      .replace(/,$/, "")
      .trim(),
  );
}
