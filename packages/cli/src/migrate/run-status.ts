import { heavySteps } from "@queuegen/migrations";
import { type MigrationState, migrateStatus } from "@queuegen/migrations/apply";
import type { RowDataPacket } from "mysql2/promise";
import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import type { DatabaseArgs } from "./actions/runner-args.js";
import { type HeavyMigration, onlineJson, onlineText } from "./online-text.js";
import { statusJson, statusText } from "./status-report.js";
import { type Run, withRunner } from "./with-runner.js";

/** Below this a copy is over before anybody has noticed. */
const LONG_TABLE_ROWS = 100_000;

export function runStatus(args: DatabaseArgs, io: Io): Promise<ExitCode> {
  return withRunner(args, io, async (run) => {
    const { options, url } = run;
    const states = await migrateStatus(options);
    const heavy = await heavyOf(states, run);
    io.out(
      args.json
        ? statusJson(url.database, states, onlineJson(heavy, url))
        : statusText(url.place, states) + onlineText(heavy, url),
    );
    return states.every(({ kind }) => kind === "applied") ? 0 : 1;
  });
}

/** What is pending and would copy a long table. */
async function heavyOf(
  states: readonly MigrationState[],
  { options, folders, config }: Run,
): Promise<readonly HeavyMigration[]> {
  const pending = states.filter(({ kind }) => kind === "pending").map(({ name }) => name);
  const heavy = folders
    .filter(({ name }) => pending.includes(name))
    .flatMap((folder) => heavySteps(folder, folders, config.target).map((step) => ({ migration: folder.name, step })));
  if (heavy.length === 0) return [];
  const [rows] = await options.connection.query<RowDataPacket[]>(
    "SELECT table_name AS name, table_rows AS estimate FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name IN (?)",
    [heavy.map(({ step }) => step.table)],
  );
  const estimates = new Map(rows.map(({ name, estimate }) => [String(name), Number(estimate)]));
  return heavy.flatMap((one) => {
    const long = estimates.get(one.step.table) ?? 0;
    return long < LONG_TABLE_ROWS ? [] : [{ ...one, rows: long }];
  });
}
