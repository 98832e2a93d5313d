import { join } from "node:path";
import { type MigrationFolder, readMigrations } from "@queuegen/migrations";
import type { RunnerEvent, RunnerOptions } from "@queuegen/migrations/apply";
import type { ExitCode } from "../command.js";
import { type Config, loadConfig } from "../config.js";
import { withConnection } from "../connection.js";
import { type DatabaseUrl, databaseUrl } from "../database-url.js";
import type { Io } from "../io.js";
import type { DatabaseArgs, RunnerArgs } from "./actions/runner-args.js";

/** What the actions that talk to a database share. */
export interface Run {
  readonly options: RunnerOptions;
  readonly folders: readonly MigrationFolder[];
  readonly url: DatabaseUrl;
  readonly config: Config;
}

/** Reads the project's migrations, connects, and does `work`. */
export async function withRunner(
  args: DatabaseArgs & Partial<RunnerArgs>,
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
      lockWaitMs: (args.wait ?? 0) * 1000,
      ...(args.lock === false && { lock: false as const }),
      lockTimeout: args["lock-timeout"] ?? 3,
      lockTries: args["lock-tries"] ?? 10,
      signal: io.signal,
      report: (event) => {
        const text = eventText(event);
        if (event.kind === "waiting" || event.kind === "blocked") io.err(text);
        else if (!args.json) io.out(text);
      },
    };
    return work({ options, folders, url, config });
  });
}

function eventText(event: RunnerEvent): string {
  if (event.kind === "waiting") return `waiting for ${event.holder}, which migrates the same database\n`;
  if (event.kind === "blocked") {
    return `${event.place} got no lock on its table (try ${event.tried} of ${event.of}); held by ${event.holders}\n`;
  }
  const statements = `${event.statements} statement${event.statements === 1 ? "" : "s"}`;
  return `${event.kind}  ${event.name}  (${statements}, ${Math.round(event.ms)} ms)\n`;
}
