import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { QueuegenError } from "@queuegen/model";
import { formatOf } from "../format/formats.js";
import type { FormatName, MigrationFormat } from "../format/migration-format.js";
import { parseSnapshot } from "../snapshot.js";
import { listMigrations } from "./list-migrations.js";
import { type MigrationFolder, normalise, timeOf, withFreeTime } from "./migration-folder.js";

/**
 * Every migration of ours below `dir`, in the order of application; none where the folder does not exist. A migration is
 * what has a snapshot: files of the team's own beside them are somebody else's and left alone.
 */
export async function readMigrations(dir: string, format: FormatName = "folder"): Promise<readonly MigrationFolder[]> {
  const names = await listMigrations(dir, format);
  if (formatOf(format).numbered) refuseSameNumber(names, format);
  return Promise.all(names.map((name) => readMigration(dir, name, formatOf(format))));
}

/** Of two with one number such a tool applies the first alone, and some say nothing. Branches may have written them. */
function refuseSameNumber(names: readonly string[], format: FormatName): void {
  const pairs = names.flatMap((name, index) => {
    const before = names[index - 1];
    return before !== undefined && timeOf(before) === timeOf(name) ? [[before, name] as const] : [];
  });
  if (pairs.length === 0) return;
  throw new QueuegenError(
    pairs.map(([before, name]) => ({
      code: "migration-same-number",
      severity: "error",
      message: `${before} and ${name} have one number, and ${format} takes only one migration of it`,
      hint: `Name the files of the later one, snapshot included, ${withFreeTime(name, new Set(names.map(timeOf)))}; it must not be applied yet.`,
    })),
  );
}

async function readMigration(dir: string, name: string, format: MigrationFormat): Promise<MigrationFolder> {
  const files = format.paths(name);
  const snapshotPath = format.snapshot(name);
  const [up, down, snapshot] = await Promise.all([
    readText(dir, files.up, format),
    files.down === files.up ? undefined : readOptional(dir, files.down, format),
    readText(dir, snapshotPath, format),
  ]);
  return {
    name,
    ...format.parse(name, { up, down }),
    snapshot: parseSnapshot(snapshot, snapshotPath),
    ...(format.name !== "folder" && { files }),
  };
}

async function readText(dir: string, path: string, format: MigrationFormat): Promise<string> {
  try {
    return normalise(await readFile(join(dir, path), "utf8"));
  } catch (error) {
    throw unreadable(join(dir, path), format, error);
  }
}

/** Ours always has a way back, if only an empty one; other tools have no file for one that does not exist. */
async function readOptional(dir: string, path: string, format: MigrationFormat): Promise<string | undefined> {
  if (format.name === "folder") return readText(dir, path, format);
  try {
    return normalise(await readFile(join(dir, path), "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw unreadable(join(dir, path), format, error);
  }
}

function unreadable(path: string, { doc }: MigrationFormat, cause: unknown): QueuegenError {
  const missing = (cause as NodeJS.ErrnoException).code === "ENOENT";
  const diagnostic = {
    code: "migration-unreadable",
    severity: "error",
    message: missing ? `${path} is missing` : `cannot read ${path}: ${(cause as Error).message}`,
    hint: `A migration is ${doc}: restore what is missing from version control.`,
  } as const;
  return new QueuegenError([diagnostic], { cause });
}
