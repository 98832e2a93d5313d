import { join } from "node:path";
import { type MigrationFolder, readMigrations } from "@queuegen/migrations";
import {
  migrateDown,
  migrateStatus,
  migrateUp,
  type RunnerEvent,
  type RunnerOptions,
} from "@queuegen/migrations/apply";
import type { ExitCode } from "../command.js";
import type { MigrateArgs } from "../commands/migrate.js";
import { type Config, loadConfig } from "../config.js";
import { withConnection } from "../connection.js";
import { type DatabaseUrl, databaseUrl } from "../database-url.js";
import type { Io } from "../io.js";
import { statusJson, statusText } from "./status-report.js";

/** What the three actions share. */
interface Run {
  readonly options: RunnerOptions;
  readonly folders: readonly MigrationFolder[];
  readonly url: DatabaseUrl;
  readonly args: MigrateArgs;
  readonly io: Io;
}

export async function runMigrate(args: MigrateArgs, io: Io): Promise<ExitCode> {
  const config = loadConfig(io.cwd);
  const folders = await readMigrations(join(config.root, config.migrations.dir));
  const url = databaseUrl(args.url, io.env);
  return withConnection(url, (connection) => {
    const options: RunnerOptions = { connection, folders, ...settings(config, args, io) };
    return ACTIONS[args.action]({ options, folders, url, args, io });
  });
}

const ACTIONS: Readonly<Record<MigrateArgs["action"], (run: Run) => Promise<ExitCode>>> = { up, down, status };

async function up({ options, folders, url, args, io }: Run): Promise<ExitCode> {
  const applied = await migrateUp(options);
  if (args.json) io.out(`${JSON.stringify({ database: url.database, applied }, null, 2)}\n`);
  else if (folders.length === 0) io.out("no migrations are there; `queuegen generate` writes those of new queues\n");
  else io.out(`${url.place} is up to date${applied.length === 0 ? ", nothing was pending" : ""}\n`);
  return 0;
}

async function down({ options, url, args, io }: Run): Promise<ExitCode> {
  const allowed = args["allow-destructive"];
  const reverted = await migrateDown({ ...options, allowDestructive: allowed === undefined ? [] : [allowed] });
  if (args.json) io.out(`${JSON.stringify({ database: url.database, reverted: reverted ?? null }, null, 2)}\n`);
  else if (reverted === undefined) io.out(`${url.place} has no migration to revert\n`);
  return 0;
}

async function status({ options, url, args, io }: Run): Promise<ExitCode> {
  const states = await migrateStatus(options);
  io.out(args.json ? statusJson(url.database, states) : statusText(url.place, states));
  return states.every(({ kind }) => kind === "applied") ? 0 : 1;
}

function settings(config: Config, args: MigrateArgs, io: Io): Omit<RunnerOptions, "connection" | "folders"> {
  return {
    tablePrefix: config.tablePrefix,
    lockWaitMs: Math.max(0, args.wait) * 1000,
    signal: io.signal,
    report: (event) => {
      if (event.kind === "waiting") io.err(`waiting for ${event.holder}, which migrates the same database\n`);
      else if (!args.json) io.out(eventText(event));
    },
  };
}

function eventText(event: Exclude<RunnerEvent, { readonly kind: "waiting" }>): string {
  const statements = `${event.statements} statement${event.statements === 1 ? "" : "s"}`;
  return `${event.kind}  ${event.name}  (${statements}, ${Math.round(event.ms)} ms)\n`;
}
