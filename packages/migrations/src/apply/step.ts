import { checksum, fileOf, type MigrationFolder } from "../folder/migration-folder.js";
import { type Direction, type LedgerRow, statementHash } from "./ledger.js";
import { splitSql } from "./split-sql.js";

/** One statement on its way, and all that an error about it names. */
export interface Step extends Omit<LedgerRow, "finishedMs" | "beforeHash" | "note"> {
  /** `20260301120000_create_notify/up.sql` */
  readonly file: string;
  readonly statement: string;
}

/** The statements of one file. A file of comments alone is applied too: it leaves one row without a statement. */
export function stepsOf(folder: MigrationFolder, direction: Direction): readonly Step[] {
  const statements = splitSql(folder[direction]);
  const common = {
    migration: folder.name,
    direction,
    steps: statements.length,
    fileHash: checksum(folder[direction]),
    file: fileOf(folder, direction),
  };
  if (statements.length === 0) return [{ ...common, step: 0, statement: "DO 0", statementHash: statementHash("") }];
  return statements.map((statement, index) => ({
    ...common,
    step: index + 1,
    statement,
    statementHash: statementHash(statement),
  }));
}
