import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type FormatName,
  type MigrationFolder,
  migrationFiles,
  planChanges,
  planCreateMigrations,
} from "@queuegen/migrations";
import { column, NOTIFY } from "../../../packages/migrations/src/fixtures.js";
import { PREFIX } from "../runner.js";

/** Looks like the end of a statement, a comment, and a placeholder. */
export const TEXT: string = `it's \${x} -- ;`;

/** The queue after a change whose texts mean something to one tool or another. */
const CHANGED = {
  ...NOTIFY,
  columns: [
    ...NOTIFY.columns,
    column("reason", { kind: "varchar", length: 64 }, { default: TEXT, comment: "in C:\\dir\\, `quoted`" }),
    column("order", { kind: "bigint", unsigned: true, mode: "string" }, { nullable: true, comment: "ask? {{now}}" }),
  ],
  indexes: [...NOTIFY.indexes, { name: "idx_order", columns: ["order"], unique: false }],
};

/** Three migrations: a queue, the support tables in several statements, and a later change of the queue. */
export function sampleMigrations(): readonly MigrationFolder[] {
  const created = planCreateMigrations([NOTIFY], [], new Date("2026-03-01T12:00:00Z"), { tablePrefix: PREFIX });
  const { planned, problems } = planChanges([CHANGED], created, new Date("2026-04-01T12:00:00Z"), {
    target: "mysql57",
    renames: [],
    allowDestructive: [],
    allowCopy: false,
  });
  if (problems.length > 0 || planned.length !== 1) throw new Error(`no change is planned: ${JSON.stringify(problems)}`);
  return [...created, ...planned.map(({ migration }) => migration)];
}

/** Writes them as a tool wants them, into `<root>/migrations`. Returns that folder. */
export function writeSample(root: string, format: FormatName): string {
  const dir = join(root, "migrations");
  writeFileSync(join(root, "queuegen.json"), JSON.stringify({ migrations: { format } }));
  for (const { path, text } of migrationFiles(sampleMigrations(), format, [])) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return dir;
}
