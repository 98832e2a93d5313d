import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type MigrationFolder, migrationFiles, planCreateMigrations } from "@queuegen/migrations";
import type { QueueModel } from "@queuegen/model";
import { PREFIX } from "./runner.js";

const BIN = fileURLToPath(new URL("../../packages/cli/bin/queuegen.js", import.meta.url));

/** What a run of the built command line left behind. */
export interface CliResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts the built `queuegen` in a folder; `done` resolves when its output is complete. */
export function startCli(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { readonly child: ChildProcess; readonly done: Promise<CliResult> } {
  const { QUEUEGEN_DATABASE_URL: _, DATABASE_URL: __, ...inherited } = process.env;
  const child = spawn(process.execPath, [BIN, ...args], { cwd, env: { ...inherited, ...env }, stdio: "pipe" });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const done = new Promise<CliResult>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, out, err }));
  });
  return { child, done };
}

/** Runs the built `queuegen` to its end. */
export function cli(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CliResult> {
  return startCli(cwd, args, env).done;
}

/** Writes the create migrations of these queues into `<cwd>/migrations`. */
export async function writeMigrations(cwd: string, ...models: readonly QueueModel[]): Promise<void> {
  const planned = planCreateMigrations(models, [], new Date("2026-03-01T12:00:00Z"), { tablePrefix: PREFIX });
  for (const { path, text } of migrationFiles(planned, "folder", [])) {
    const file = join(cwd, "migrations", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** Writes a migration of a test into `<cwd>/migrations`. */
export async function writeHandWritten(cwd: string, { name, up, down, snapshot }: MigrationFolder): Promise<void> {
  const folder = join(cwd, "migrations", name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "up.sql"), up);
  await writeFile(join(folder, "down.sql"), down);
  await writeFile(join(folder, "snapshot.json"), JSON.stringify(snapshot));
}
