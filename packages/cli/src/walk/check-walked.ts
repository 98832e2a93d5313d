import { QueuegenError, type QueueModel } from "@queuegen/model";
import type { OperateDatabase } from "../operate/operate-database.js";
import { walkSql } from "./walk-state.js";

/** Throws a `QueuegenError` where the table that is walked over is not there, or lacks a column of the walk's key. */
export async function checkWalked(model: QueueModel, database: OperateDatabase): Promise<void> {
  const { table = "", key = [] } = model.walk ?? {};
  const rows = await database.rows<{ name: string }>(walkSql(model)("columns"), { table });
  if (rows.length === 0) {
    throw problem(
      "table-missing",
      `the table "${table}" that ${model.name} walks over is not in the database`,
      `It is the application's, and no migration of queuegen makes it: correct \`table\` in ${model.file}, or the database in the URL.`,
    );
  }
  const there = new Set(rows.map(({ name }) => name.toLowerCase()));
  const lacking = key.filter((name) => !there.has(name.toLowerCase()));
  if (lacking.length === 0) return;
  throw problem(
    "statement-refused",
    `the table "${table}" has no column ${lacking.map((name) => `"${name}"`).join(", ")}, which ${model.name} walks along`,
    `\`walk.key\` in ${model.file} names the columns of the primary key of "${table}" (default: ["id"]), and \`columns\` has their types. Nothing was changed.`,
  );
}

/** What the server said against reading the table. Errors that are not the server's are given back unchanged. */
export function readRefused({ walk, file }: QueueModel, error: unknown): unknown {
  const { sqlMessage } = error as { readonly sqlMessage?: string };
  if (sqlMessage === undefined) return error;
  const where =
    walk === undefined || walk.where === null
      ? `Look at \`table\` and \`columns\` in ${file}.`
      : `Correct \`walk.where\` in ${file}, which is ${JSON.stringify(walk.where)}.`;
  return problem("statement-refused", `the server refuses it: ${sqlMessage}`, `${where} Nothing was changed.`);
}

function problem(code: string, message: string, hint: string): QueuegenError {
  return new QueuegenError([{ code, severity: "error", message, hint }]);
}
