import type { Diagnostic } from "@queuegen/model";
import { splitSql } from "../apply/split-sql.js";
import { fileOf, type MigrationFolder } from "../folder/migration-folder.js";
import { SUPPORT } from "../support/support-tables.js";
import { type Branch, type Fork, forksOf } from "./forks.js";
import { sameChanges } from "./same-changes.js";

/** One finding for each place where migrations go two ways, and for each that follows one which is not there. */
export function forkFindings(folders: readonly MigrationFolder[]): readonly Diagnostic[] {
  return [...forksOf(folders).map((fork) => forkFinding(fork, folders)), ...folders.flatMap(lostParent(folders))];
}

function forkFinding(fork: Fork, folders: readonly MigrationFolder[]): Diagnostic {
  const names = fork.branches.map(([first]) => first.name);
  const queue = fork.branches[0]?.[0].snapshot.queue ?? "";
  const what = queue === SUPPORT ? "the support tables go" : `queue "${queue}" goes`;
  const where = fork.parent === null ? "from the start" : `after ${fork.parent}`;
  const parent = folders.find(({ name }) => name === fork.parent)?.snapshot.tables ?? [];
  return {
    code: "migration-fork",
    severity: "error",
    message: `${what} ${names.length} ways ${where}: ${names.join(" and ")}`,
    hint: [
      ...fork.branches.flatMap((branch) => [...branch].flatMap(statementLines)),
      sameChanges(
        fork.branches.map((branch) => tipOf(branch).snapshot.tables),
        parent,
      ),
      `\`queuegen migrate rebase\` writes ${names.slice(1).join(" and ")} anew on top of ${names[0]}.`,
    ].join("\n"),
  };
}

function statementLines(migration: MigrationFolder): readonly string[] {
  const statements = splitSql(migration.up).map((statement) => `  ${fileOf(migration, "up")}: ${oneLine(statement)}`);
  return statements.length > 0 ? statements : [`  ${fileOf(migration, "up")}`];
}

/** Enough to recognise it. */
function oneLine(statement: string): string {
  const line = statement.replace(/\s+/g, " ");
  return line.length <= 160 ? line : `${line.slice(0, 157)}...`;
}

function tipOf(branch: Branch): MigrationFolder {
  return branch[branch.length - 1] ?? branch[0];
}

function lostParent(folders: readonly MigrationFolder[]): (migration: MigrationFolder) => readonly Diagnostic[] {
  const names = new Set(folders.map(({ name }) => name));
  return (migration) => {
    const { parent } = migration.snapshot;
    if (parent === null || names.has(parent)) return [];
    return [
      {
        code: "migration-parent-missing",
        severity: "error",
        message: `migration ${migration.name} follows ${parent}, which is not there`,
        hint: "Restore it from version control; it may be on another branch.",
      },
    ];
  };
}
