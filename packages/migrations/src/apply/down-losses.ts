import { QueuegenError, sqlIdAlways } from "@queuegen/model";
import type { MigrationFolder } from "../folder/migration-folder.js";
import type { Session } from "./session.js";
import { splitSql } from "./split-sql.js";
import { changedTable, droppedColumns, droppedTable } from "./statement-names.js";
import { tableExists } from "./table-text.js";

/** Kinds of loss that the caller of a revert accepts, by their stable codes. */
export type DownLossCode = "drop-table" | "drop-column";

interface Loss {
  readonly kind: DownLossCode;
  readonly table: string;
  readonly column?: string;
}

/** Throws where a revert would drop what rows hold, each kind unless it is allowed. Nothing has been changed then. */
export async function refuseLosses(
  session: Session,
  folder: MigrationFolder,
  allowed: readonly DownLossCode[],
): Promise<void> {
  const losses: Loss[] = [];
  for (const loss of splitSql(folder.down).flatMap(lossesOf)) {
    if (!allowed.includes(loss.kind) && (await hasRows(session, loss.table))) losses.push(loss);
  }
  if (losses.length === 0) return;
  const codes = [...new Set([...allowed, ...losses.map(({ kind }) => kind)])].sort();
  const flags = codes.map((code) => `--allow-destructive ${code}`).join(" ");
  throw new QueuegenError([
    {
      code: "migration-not-reverted",
      severity: "error",
      message: `reverting ${folder.name} would drop ${lossWords(losses).join(" and ")}`,
      hint: `Nothing was changed. To lose that: \`queuegen migrate down ${flags}\`.`,
    },
  ]);
}

function lossesOf(statement: string): readonly Loss[] {
  const table = droppedTable(statement);
  if (table !== undefined) return [{ kind: "drop-table", table }];
  const changed = changedTable(statement);
  if (changed === undefined) return [];
  return droppedColumns(statement).map((column) => ({ kind: "drop-column", table: changed, column }));
}

/** Parts of a sentence, one for each table. */
function lossWords(losses: readonly Loss[]): readonly string[] {
  return [...new Set(losses.map(({ table }) => table))].flatMap((table) => {
    const ofIt = losses.filter((loss) => loss.table === table);
    if (ofIt.some(({ kind }) => kind === "drop-table")) return [`"${table}" with the rows in it`];
    const names = [...new Set(ofIt.flatMap(({ column }) => column ?? []))].map((name) => `"${name}"`).join(", ");
    return [
      `column${ofIt.length === 1 ? "" : "s"} ${names} of "${table}" with what the rows have in ${ofIt.length === 1 ? "it" : "them"}`,
    ];
  });
}

async function hasRows(session: Session, table: string): Promise<boolean> {
  if (!(await tableExists(session, table))) return false;
  return (await session.rows(`SELECT 1 FROM ${sqlIdAlways(table)} LIMIT 1`)).length > 0;
}
