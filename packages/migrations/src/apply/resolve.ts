import { QueuegenError, sqlIdAlways, suggest } from "@queuegen/model";
import { NOW_MS } from "@queuegen/modes";
import type { LedgerRow } from "./ledger.js";
import { lockedRun } from "./locked-run.js";
import { type MigrationState, migrationStates } from "./migration-state.js";
import { planResolve, type Resolution, type ResolvePlan } from "./plan-resolve.js";
import type { Run } from "./run.js";
import type { RunnerOptions } from "./runner-options.js";
import { stateWords } from "./state-words.js";

export interface ResolveOptions extends RunnerOptions {
  readonly migration: string;
  readonly resolution: Resolution;
  /** Who says so, for the ledger: `alice on web-1`. */
  readonly by: string;
}

/** Where the migration stood and where it stands now. */
export interface Resolved {
  readonly before: MigrationState;
  /** `undefined` where the migration is known no more: its folder was gone before. */
  readonly after: MigrationState | undefined;
}

/**
 * Marks in the ledger what somebody has done or seen by hand; no statement of a migration runs. The ledger keeps who said
 * what and when. Throws a `QueuegenError` with the ledger's view where it makes no sense.
 */
export function migrateResolve(options: ResolveOptions): Promise<Resolved> {
  return lockedRun(options, async (run) => {
    const before = await look(run);
    if (before.state === undefined) throw unknown(options, before.states);
    const view = { state: before.state, rows: before.rows };
    const plan = planResolve(view.state, view.rows, options.resolution);
    if (plan.kind === "refusal") throw refused(options, view, plan);
    await write(run, view, plan);
    return { before: view.state, after: (await look(run)).state };
  });
}

interface View {
  readonly state: MigrationState;
  readonly rows: readonly LedgerRow[];
}

async function look({ ledger, options }: Run<ResolveOptions>): Promise<{
  readonly state: MigrationState | undefined;
  readonly rows: readonly LedgerRow[];
  readonly states: readonly MigrationState[];
}> {
  const all = await ledger.read();
  const states = migrationStates(options.folders, all);
  const state = states.find(({ name }) => name === options.migration);
  return { state, states, rows: all.filter(({ migration }) => migration === options.migration) };
}

/** All of it or nothing. */
async function write(
  { session, ledger, options }: Run<ResolveOptions>,
  { state, rows }: View,
  { forget, finish }: Extract<ResolvePlan, { readonly kind: "change" }>,
): Promise<void> {
  const table = sqlIdAlways(ledger.table);
  const { as, step } = options.resolution;
  const note = `${step === undefined ? "" : `statement ${step} `}${as} by hand: ${options.by}`;
  await session.run("START TRANSACTION");
  for (const row of forget) await ledger.forget({ migration: state.name, ...row });
  for (const one of finish) {
    await session.run(
      `INSERT INTO ${table}
         (migration, direction, step, steps, statement_hash, file_hash, started_ms, finished_ms, note)
       VALUES (?, ?, ?, ?, ?, ?, ${NOW_MS}, ${NOW_MS}, ?)`,
      [state.name, one.direction, one.step, one.steps, one.statementHash, one.fileHash, note.slice(0, 500)],
    );
  }
  const [mark] = await session.rows<{ last: number | null }>(
    `SELECT MAX(step) AS last FROM ${table} WHERE migration = ? AND direction = 'mark'`,
    [state.name],
  );
  await session.run(
    `INSERT INTO ${table} (migration, direction, step, steps, statement_hash, file_hash, started_ms, finished_ms, note)
     VALUES (?, 'mark', ?, ?, '', '', ${NOW_MS}, ${NOW_MS}, ?)`,
    [state.name, Number(mark?.last ?? 0) + 1, step ?? 0, `${note}; was ${stateWords(state, rows)}`.slice(0, 500)],
  );
  await session.run("COMMIT");
}

function refused(
  { migration, resolution: { as, step } }: ResolveOptions,
  { state, rows }: View,
  { why, hint }: Extract<ResolvePlan, { readonly kind: "refusal" }>,
): QueuegenError {
  const what = `${step === undefined ? "" : `statement ${step} of `}${migration}`;
  return problem(`cannot mark ${what} as ${as}: ${why}`, `${hint} The ledger says: ${stateWords(state, rows)}.`);
}

function unknown({ migration }: ResolveOptions, states: readonly MigrationState[]): QueuegenError {
  const names = states.map(({ name }) => name);
  const hint = names.length === 0 ? "There are no migrations." : suggest(migration, names);
  return problem(`neither the migrations folder nor the ledger has a migration "${migration}"`, hint);
}

function problem(message: string, hint: string): QueuegenError {
  return new QueuegenError([{ code: "migration-not-resolved", severity: "error", message, hint }]);
}
