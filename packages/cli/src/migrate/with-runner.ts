import { join } from "node:path";
import { type MigrationFolder, readMigrations } from "@queuegen/migrations";
import type { RunnerEvent, RunnerOptions } from "@queuegen/migrations/apply";
import type { ExitCode } from "../command.js";
import { type Config, loadConfig } from "../config.js";
import { withConnection } from "../connection.js";
import { type DatabaseUrl, databaseUrl } from "../database-url.js";
import type { Io } from "../io.js";
import type { RunnerArgs } from "./actions/runner-args.js";

/** What the actions that talk to a database share. */
export interface Run {
  readonly options: RunnerOptions;
  readonly folders: readonly MigrationFolder[];
  readonly url: DatabaseUrl;
  readonly config: Config;
}

/** Reads the project's migrations, connects, and does `work`. */
export async function withRunner(
  args: Omit<RunnerArgs, "wait"> & Partial<Pick<RunnerArgs, "wait">>,
  io: Io,
  work: (run: Run) => Promise<ExitCode>,
): Promise<ExitCode> {
  const config = loadConfig(io.cwd);
  const folders = await readMigrations(join(config.root, config.migrations.dir), config.migrations.format);
  const url = databaseUrl(args.url, io.env);
  return withConnection(url, (connection) => {
    const options: RunnerOptions = {
      connection,
      folders,
      tablePrefix: config.tablePrefix,
      lockWaitMs: Math.max(0, args.wait ?? 0) * 1000,
      signal: io.signal,
      report: (event) => {
        if (event.kind === "waiting") io.err(`waiting for ${event.holder}, which migrates the same database\n`);
        else if (!args.json) io.out(eventText(event));
      },
    };
    return work({ options, folders, url, config });
  });
}

function eventText(event: Exclude<RunnerEvent, { readonly kind: "waiting" }>): string {
  const statements = `${event.statements} statement${event.statements === 1 ? "" : "s"}`;
  return `${event.kind}  ${event.name}  (${statements}, ${Math.round(event.ms)} ms)\n`;
}
