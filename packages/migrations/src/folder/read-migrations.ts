import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { QueuegenError } from "@queuegen/model";
import { parseSnapshot } from "../snapshot.js";
import { MIGRATION_FILES, type MigrationFolder, normalise } from "./migration-folder.js";

/**
 * Every migration below `dir`, in the order of application; none where the folder does not exist. Files beside the
 * migrations and folders whose name does not start with a time are somebody else's and left alone.
 */
export async function readMigrations(dir: string): Promise<readonly MigrationFolder[]> {
  const names = (await folderNames(dir)).filter((name) => /^\d{14}_/.test(name)).sort();
  return Promise.all(names.map((name) => readMigration(dir, name)));
}

async function folderNames(dir: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(dir, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw unreadable(dir, error);
  }
}

async function readMigration(dir: string, name: string): Promise<MigrationFolder> {
  const read = (file: string): Promise<string> => readText(join(dir, name, file));
  const [up, down, snapshot] = await Promise.all([
    read(MIGRATION_FILES.up),
    read(MIGRATION_FILES.down),
    read(MIGRATION_FILES.snapshot),
  ]);
  return { name, up, down, snapshot: parseSnapshot(snapshot, `${name}/${MIGRATION_FILES.snapshot}`) };
}

async function readText(file: string): Promise<string> {
  try {
    return normalise(await readFile(file, "utf8"));
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(path: string, cause: unknown): QueuegenError {
  const missing = (cause as NodeJS.ErrnoException).code === "ENOENT";
  const diagnostic = {
    code: "migration-unreadable",
    severity: "error",
    message: missing ? `${path} is missing` : `cannot read ${path}: ${(cause as Error).message}`,
    hint: "A migration is a folder with up.sql, down.sql and snapshot.json: restore what is missing from version control.",
  } as const;
  return new QueuegenError([diagnostic], { cause });
}
