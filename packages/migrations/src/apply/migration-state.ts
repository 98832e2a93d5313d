import { checksum, type MigrationFolder } from "../folder/migration-folder.js";
import { type LedgerRow, statementHash } from "./ledger.js";
import { splitSql } from "./split-sql.js";

/** Where one migration stands: what its folder and the ledger say together. */
export type MigrationState =
  | {
      readonly kind: "applied";
      readonly name: string;
      readonly folder: MigrationFolder;
      readonly appliedMs: number;
      /** Somebody said so, no run saw all of it. */
      readonly byHand?: true;
    }
  | { readonly kind: "pending"; readonly name: string; readonly folder: MigrationFolder }
  /** A run broke off: `done` of `of` statements have run. `direction` is the way it was going. */
  | {
      readonly kind: "half";
      readonly name: string;
      readonly folder: MigrationFolder;
      readonly direction: "up" | "down";
      readonly done: number;
      readonly of: number;
    }
  /** Its file is not the one that was applied. */
  | {
      readonly kind: "changed";
      readonly name: string;
      readonly folder: MigrationFolder;
      readonly applied: string;
      readonly current: string;
    }
  /** Applied here, and its folder is gone. */
  | { readonly kind: "missing"; readonly name: string };

/** The state of every migration of the directory and of the ledger, in order. A set difference: a late older one is pending. */
export function migrationStates(
  folders: readonly MigrationFolder[],
  ledger: readonly LedgerRow[],
): readonly MigrationState[] {
  const names = new Set([...folders.map(({ name }) => name), ...ledger.map(({ migration }) => migration)]);
  return [...names].sort().map((name) =>
    stateOf(
      name,
      folders.find((folder) => folder.name === name),
      ledger.filter((row) => row.migration === name),
    ),
  );
}

function stateOf(name: string, folder: MigrationFolder | undefined, rows: readonly LedgerRow[]): MigrationState {
  if (folder === undefined) return { kind: "missing", name };
  const up = rows.filter((row) => row.direction === "up");
  const down = rows.filter((row) => row.direction === "down");
  const last = up.at(-1);
  if (last === undefined) return { kind: "pending", name, folder };
  if (down.length > 0) return half(name, folder, "down", down);
  if (last.step === last.steps && last.finishedMs !== null) return whole(name, folder, up, last);
  return changedStep(name, folder, up) ?? half(name, folder, "up", up);
}

function whole(name: string, folder: MigrationFolder, up: readonly LedgerRow[], last: LedgerRow): MigrationState {
  const current = checksum(folder.up);
  if (current !== last.fileHash) return { kind: "changed", name, folder, applied: last.fileHash, current };
  const byHand = up.some(({ note }) => note !== null) && { byHand: true as const };
  return { kind: "applied", name, folder, appliedMs: Number(last.finishedMs), ...byHand };
}

/** A failed statement may be mended in the file, those before it have run and may not. */
function changedStep(name: string, folder: MigrationFolder, up: readonly LedgerRow[]): MigrationState | undefined {
  const statements = splitSql(folder.up);
  const changed = up.find((row) => row.finishedMs !== null && row.statementHash !== hashAt(statements, row.step));
  return changed && { kind: "changed", name, folder, applied: changed.fileHash, current: checksum(folder.up) };
}

function hashAt(statements: readonly string[], step: number): string | undefined {
  const statement = statements[step - 1];
  return statement === undefined ? undefined : statementHash(statement);
}

function half(
  name: string,
  folder: MigrationFolder,
  direction: "up" | "down",
  rows: readonly LedgerRow[],
): MigrationState {
  const done = rows.filter((row) => row.finishedMs !== null).length;
  return { kind: "half", name, folder, direction, done, of: splitSql(folder[direction]).length };
}
