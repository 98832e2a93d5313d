import type { QueueModel } from "@queuegen/model";
import type { Target } from "@queuegen/modes";
import type { MigrationFolder } from "../../folder/migration-folder.js";
import { ledgerTable } from "../../support/support-tables.js";
import { readLedger } from "../ledger.js";
import { readLiveTable } from "../live/index.js";
import { type MigrationState, migrationStates } from "../migration-state.js";
import type { RunnerOptions } from "../runner-options.js";
import { withServerErrors } from "../server-reasons.js";
import { openSession } from "../session.js";
import { tableExists } from "../table-text.js";
import { type ExpectedTable, expectedTables } from "./expected-tables.js";
import { type TableDrift, tableDrift } from "./table-drift.js";

/** What a database has against what the migrations say that it should have. */
export interface Drift {
  /** False: no run of ours was ever here; every migration is taken for applied by another tool. */
  readonly ledger: boolean;
  /** Ledger against directory; empty where there is no ledger. */
  readonly states: readonly MigrationState[];
  /** Tables that differ, sorted by name. */
  readonly tables: readonly TableDrift[];
}

export interface DriftOptions extends Pick<RunnerOptions, "connection" | "folders" | "tablePrefix"> {
  readonly target: Target;
  /** The queues as the schemas have them: what they read of the application's tables is looked for as well. */
  readonly models?: readonly QueueModel[];
}

/** Compares the tables with the snapshots of the migrations that are applied. By reading alone. */
export function readDrift(options: DriftOptions): Promise<Drift> {
  const { connection, folders, tablePrefix, target, models = [] } = options;
  return withServerErrors(async () => {
    const session = await openSession(connection);
    const ledger = await tableExists(session, ledgerTable(tablePrefix).table);
    const states = ledger ? migrationStates(folders, await readLedger(session, tablePrefix)) : [];
    const own: readonly ExpectedTable[] = ledger ? [{ queue: "_support", definition: ledgerTable(tablePrefix) }] : [];
    const tables: TableDrift[] = [];
    for (const expected of [...expectedTables(ledger ? appliedOf(states) : folders), ...own]) {
      const { table } = expected.definition;
      const model = models.find(({ name, table: its }) => name === expected.queue && its === table);
      const drift = tableDrift(expected, await readLiveTable(connection, table), target, model);
      if (drift !== undefined) tables.push(drift);
    }
    return { ledger, states, tables };
  });
}

/** A changed file was applied all the same: its snapshot is what there is to go by. */
function appliedOf(states: readonly MigrationState[]): readonly MigrationFolder[] {
  return states.flatMap((state) => (state.kind === "applied" || state.kind === "changed" ? [state.folder] : []));
}
