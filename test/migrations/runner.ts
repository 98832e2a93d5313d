import { type MigrationFolder, planCreateMigrations } from "@queuegen/migrations";
import {
  type DownOptions,
  type MigrationState,
  migrateDown,
  migrateResolve,
  migrateStatus,
  migrateUp,
  type Resolution,
  type RunnerEvent,
  type RunnerOptions,
} from "@queuegen/migrations/apply";
import type { QueueModel } from "@queuegen/model";
import { createConnection } from "mysql2/promise";

export const PREFIX = "queuegen_";

/** The migrations that `generate` writes for these queues, all of the same second. */
export function createFolders(...models: readonly QueueModel[]): readonly MigrationFolder[] {
  return planCreateMigrations(models, [], new Date("2026-03-01T12:00:00Z"), { tablePrefix: PREFIX });
}

/** A migration written by hand. */
export function handWritten(name: string, up: string, down = ""): MigrationFolder {
  return { name, up, down, snapshot: { format: 1, queue: name, parent: null, tables: [] } };
}

type Rest<Options extends RunnerOptions> = Partial<Omit<Options, "connection" | "folders">>;

/** `migrateUp` on a connection of its own. */
export function up(
  url: string,
  folders: readonly MigrationFolder[],
  rest: Rest<RunnerOptions> = {},
): Promise<readonly string[]> {
  return connected(url, (connection) => migrateUp({ connection, folders, ...DEFAULTS, ...rest }));
}

/** `migrateDown` on a connection of its own. */
export function down(
  url: string,
  folders: readonly MigrationFolder[],
  rest: Rest<DownOptions> = {},
): Promise<string | undefined> {
  return connected(url, (connection) =>
    migrateDown({ connection, folders, allowDestructive: [], ...DEFAULTS, ...rest }),
  );
}

/** `migrateStatus`, one word a migration. */
export async function status(url: string, folders: readonly MigrationFolder[]): Promise<readonly string[]> {
  const states = await connected(url, (connection) => migrateStatus({ connection, folders, tablePrefix: PREFIX }));
  return states.map(words);
}

/** `migrateResolve` on a connection of its own; where the migration stood and stands. */
export async function resolve(
  url: string,
  folders: readonly MigrationFolder[],
  migration: string,
  resolution: Resolution,
): Promise<readonly (string | undefined)[]> {
  const { before, after } = await connected(url, (connection) =>
    migrateResolve({ connection, folders, migration, resolution, by: "alice on web-1", ...DEFAULTS }),
  );
  return [words(before), after && words(after)];
}

const DEFAULTS = {
  tablePrefix: PREFIX,
  lockWaitMs: 2_000,
  lockTimeout: 1,
  lockTries: 2,
  report: (_event: RunnerEvent): void => undefined,
};

async function connected<Result>(
  url: string,
  work: (connection: RunnerOptions["connection"]) => Promise<Result>,
): Promise<Result> {
  const connection = await createConnection({ uri: url });
  try {
    return await work(connection);
  } finally {
    connection.destroy();
  }
}

function words(state: MigrationState): string {
  return state.kind === "half"
    ? `${state.name} half ${state.direction} ${state.done}/${state.of}`
    : `${state.name} ${state.kind}`;
}
