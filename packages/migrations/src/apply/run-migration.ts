import type { MigrationFolder } from "../folder/migration-folder.js";
import type { Direction, LedgerRow } from "./ledger.js";
import type { Run } from "./run.js";
import { sendStep } from "./send-step.js";
import { beforeHashOf, effectOf, inTransaction } from "./statement-effect.js";
import { createdTable } from "./statement-names.js";
import { type Step, stepsOf } from "./step.js";
import { inDoubt, tableDiffers, tableTaken } from "./step-errors.js";
import { tableExists } from "./table-text.js";

/**
 * Runs the statements of one file that the ledger does not show as finished, each between two writes of its ledger row,
 * so that a run that broke off goes on where it stopped. Returns how many ran or were found done.
 */
export async function runMigration(run: Run, folder: MigrationFolder, direction: Direction): Promise<number> {
  const all = await run.ledger.read();
  const rows = all.filter((row) => row.migration === folder.name && row.direction === direction);
  let ran = 0;
  for (const step of stepsOf(folder, direction)) {
    const row = rows.find((one) => one.step === step.step);
    if (row !== undefined && row.finishedMs !== null) continue;
    await runStep(run, step, row);
    ran += 1;
  }
  return ran;
}

async function runStep(run: Run, step: Step, before: LedgerRow | undefined): Promise<void> {
  if (before === undefined) await refuseTakenTable(run, step);
  else if (await tookEffect(run, step, before)) return run.ledger.finish(step);
  await run.ledger.start({ ...step, beforeHash: await beforeHashOf(run.session, step.statement) });
  await sendStep(run, step, await inTransaction(run.session, step.statement));
}

/** A statement of an earlier run whose end nobody saw: only what is in the database can tell. */
async function tookEffect({ session }: Run, step: Step, { beforeHash }: LedgerRow): Promise<boolean> {
  const effect = await effectOf(session, step.statement, beforeHash);
  if (effect.kind === "unknown") throw inDoubt(step);
  if (effect.kind === "differs") throw tableDiffers(step, createdTable(step.statement) ?? "", effect);
  return effect.kind === "done";
}

/** Looked at before the ledger row is written: a row would later claim the table as ours. */
async function refuseTakenTable({ session }: Run, step: Step): Promise<void> {
  const table = createdTable(step.statement);
  if (table !== undefined && (await tableExists(session, table))) throw tableTaken(step, table, session.database);
}
