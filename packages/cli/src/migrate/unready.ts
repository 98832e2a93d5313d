import { fileOf, forkFindings, type MigrationFolder } from "@queuegen/migrations";
import { type Diagnostic, QueuegenError } from "@queuegen/model";

/** Refuses migrations that go two ways: in which order they would be applied is for a person to say. */
export function refuseForks(folders: readonly MigrationFolder[]): void {
  const forks = forkFindings(folders);
  if (forks.length > 0) throw new QueuegenError(forks);
}

/** Refuses migrations that hold code of another tool where their statements should be. */
export function refuseCode(folders: readonly MigrationFolder[]): void {
  const findings = folders.flatMap((folder) =>
    folder.foreign === undefined ? [] : [codeFinding(folder, folder.foreign)],
  );
  if (findings.length > 0) throw new QueuegenError(findings);
}

function codeFinding(folder: MigrationFolder, reason: string): Diagnostic {
  return {
    code: "migration-not-sql",
    severity: "error",
    message: `${fileOf(folder, "up")} cannot be run here: ${reason}`,
    hint: "Let its own tool run the migrations.",
  };
}
