import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { QueuegenError } from "@queuegen/model";
import { type FormatName, HIDDEN, SNAPSHOT } from "../format/migration-format.js";

/** Names of the migrations in a folder, sorted. Throws where they are kept in another layout than the one asked for. */
export async function listMigrations(dir: string, format: FormatName): Promise<readonly string[]> {
  const [folders, hidden] = await Promise.all([foldersIn(dir), snapshotsIn(join(dir, HIDDEN))]);
  const [names, others] = format === "folder" ? [folders, hidden] : [hidden, folders];
  // Folders with a time in their name may be anybody's where ours are not folders: a snapshot in them tells.
  const foreign = format === "folder" ? others : await having(dir, others, "snapshot.json");
  if (foreign.length > 0) throw otherFormat(dir, format);
  return [...names].sort();
}

async function foldersIn(dir: string): Promise<readonly string[]> {
  const entries = await entriesOf(dir);
  return entries.filter((entry) => entry.isDirectory() && isName(entry.name)).map(({ name }) => name);
}

async function snapshotsIn(dir: string): Promise<readonly string[]> {
  const entries = await entriesOf(dir);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(SNAPSHOT))
    .map(({ name }) => name.slice(0, -SNAPSHOT.length))
    .filter(isName);
}

async function having(dir: string, folders: readonly string[], file: string): Promise<readonly string[]> {
  const found = await Promise.all(folders.map((folder) => entriesOf(join(dir, folder))));
  return folders.filter((_, index) => found[index]?.some(({ name }) => name === file));
}

function isName(name: string): boolean {
  return /^\d{14}_/.test(name);
}

async function entriesOf(dir: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(dir, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new QueuegenError(
      [
        {
          code: "migration-unreadable",
          severity: "error",
          message: `cannot read ${dir}: ${(error as Error).message}`,
          hint: "Look at the rights of the folder and at who runs queuegen.",
        },
      ],
      { cause: error },
    );
  }
}

function otherFormat(dir: string, format: FormatName): QueuegenError {
  const found = format === "folder" ? "for another tool" : 'of the format "folder"';
  return new QueuegenError([
    {
      code: "migration-format",
      severity: "error",
      message: `there are migrations ${found}, and "migrations.format" in queuegen.json is "${format}"`,
      hint: `They are in ${dir}. Set the format back: migrations are written once and stay in their layout.`,
    },
  ]);
}
