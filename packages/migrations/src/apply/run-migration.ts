import { checksum, MIGRATION_FILES, type MigrationFolder } from "../folder/migration-folder.js";
import { type Direction, type Ledger, type LedgerRow, statementHash } from "./ledger.js";
import { isConnectionLost, type Session } from "./session.js";
import { splitSql } from "./split-sql.js";
import { createdTable, effectOf, tableExists } from "./statement-effect.js";
import { connectionLost, inDoubt, refused, tableDiffers, tableTaken } from "./step-errors.js";

/** One statement on its way, and all that an error about it names. */
export interface Step extends Omit<LedgerRow, "finishedMs"> {
  /** `20260301120000_create_notify/up.sql` */
  readonly file: string;
  readonly statement: string;
}

/**
 * Runs the statements of one file that the ledger does not show as finished, each between two writes of its ledger row,
 * so that a run that broke off goes on where it stopped. Returns how many ran or were found done.
 */
export async function runMigration(
  session: Session,
  ledger: Ledger,
  folder: MigrationFolder,
  direction: Direction,
): Promise<number> {
  const rows = (await ledger.read()).filter((row) => row.migration === folder.name && row.direction === direction);
  let ran = 0;
  for (const step of stepsOf(folder, direction)) {
    const row = rows.find((one) => one.step === step.step);
    if (row !== undefined && row.finishedMs !== null) continue;
    await runStep(session, ledger, step, row !== undefined);
    ran += 1;
  }
  return ran;
}

function stepsOf(folder: MigrationFolder, direction: Direction): readonly Step[] {
  const statements = splitSql(folder[direction]);
  const common = {
    migration: folder.name,
    direction,
    steps: statements.length,
    fileHash: checksum(folder[direction]),
    file: `${folder.name}/${MIGRATION_FILES[direction]}`,
  };
  // A file of comments alone is applied too: it leaves one row without a statement.
  if (statements.length === 0) return [{ ...common, step: 0, statement: "DO 0", statementHash: statementHash("") }];
  return statements.map((statement, index) => ({
    ...common,
    step: index + 1,
    statement,
    statementHash: statementHash(statement),
  }));
}

async function runStep(session: Session, ledger: Ledger, step: Step, startedBefore: boolean): Promise<void> {
  const done = startedBefore ? await tookEffect(session, ledger, step) : await refuseTakenTable(session, step);
  if (!done) {
    await ledger.start(step);
    await send(session, ledger, step);
  }
  await ledger.finish(step);
}

/** A statement of an earlier run whose end nobody saw: only what is in the database can tell. */
async function tookEffect(session: Session, ledger: Ledger, step: Step): Promise<boolean> {
  const effect = await effectOf(session, step.statement);
  if (effect.kind === "unknown") throw inDoubt(step, ledger.table);
  if (effect.kind === "differs") throw tableDiffers(step, createdTable(step.statement) ?? "", effect);
  return effect.kind === "done";
}

/** Looked at before the ledger row is written: a row would later claim the table as ours. */
async function refuseTakenTable(session: Session, step: Step): Promise<false> {
  const table = createdTable(step.statement);
  if (table !== undefined && (await tableExists(session, table))) throw tableTaken(step, table, session.database);
  return false;
}

async function send(session: Session, ledger: Ledger, step: Step): Promise<void> {
  try {
    await session.run(step.statement);
  } catch (error) {
    if (isConnectionLost(error)) throw connectionLost(step, error);
    await ledger.forget(step);
    throw refused(step, error);
  }
}
