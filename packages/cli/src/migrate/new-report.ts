import type { MigrationFile, PlannedMigration } from "@queuegen/migrations";

/** What a run of `migrate new` came to. */
export interface NewReport {
  readonly planned: readonly PlannedMigration[];
  /** Queues in which only comments or the order of columns differ. */
  readonly cosmetic: readonly string[];
  /** Relative to the project's root. */
  readonly files: readonly MigrationFile[];
  /** First migrations that `generate` has not written yet, without their times. */
  readonly unborn: readonly string[];
  readonly dryRun: boolean;
}

/** Each queue with what changes in it, the files, and what is next. */
export function newText({ planned, cosmetic, files, unborn, dryRun }: NewReport): string {
  return [
    ...planned.map(changesText),
    dryRun ? files.map(fileText).join("") : files.map(({ path }) => `created     ${path}\n`).join(""),
    next(planned.length, files.length, dryRun),
    ...cosmetic.map(cosmeticText),
    ...unborn.map((slug) => `No migration "${slug}" yet: \`queuegen generate\` writes it.\n`),
  ].join("");
}

export function newJson({ planned, cosmetic, files, dryRun }: NewReport): string {
  const migrations = planned.map(({ queue, migration, changes }) => ({
    queue,
    name: migration.name,
    changes,
    up: migration.up,
    down: migration.down,
  }));
  return `${JSON.stringify({ migrations, files: files.map(({ path }) => path), cosmetic, written: !dryRun }, null, 2)}\n`;
}

function changesText({ queue, changes, migration }: PlannedMigration): string {
  if (migration.snapshot.tables.length === 0 && changes.length === 0) {
    return `${queue}\n  is given up; its table stays as it is\n`;
  }
  const notes = new Set(changes.flatMap(({ note }) => note ?? []));
  const lines = [...changes.map(({ words }) => words), ...[...notes].map((note) => `note: ${note}`)];
  return `${[queue, ...lines.map((line) => `  ${line}`)].join("\n")}\n`;
}

/** The snapshot says what the SQL says. */
export function fileText({ path, text }: { readonly path: string; readonly text: string | undefined }): string {
  return text === undefined || /\.(?:json|snapshot)$/.test(path) ? "" : `\n${path}\n${text.replace(/^(?=.)/gm, "  ")}`;
}

function next(migrations: number, files: number, dryRun: boolean): string {
  if (files === 0) return "No table has changed since its last migration: there is nothing to write.\n";
  if (dryRun) return "\nNothing was written.\n";
  return `\`queuegen migrate up\` applies ${migrations === 1 ? "it" : "them"}.\n`;
}

function cosmeticText(queue: string): string {
  return `In queue "${queue}" only comments or the order of columns differ: its next migration takes them along, or \`queuegen migrate new ${queue}\`.\n`;
}
