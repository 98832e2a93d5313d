import { type Diagnostic, QueuegenError } from "@queuegen/model";
import type { MigrationState } from "./migration-state.js";

/** What must be right before anything is applied; every finding at once. */
export function directoryError(states: readonly MigrationState[], database: string): QueuegenError | undefined {
  const diagnostics = states.flatMap((state) => finding(state, database));
  return diagnostics.length === 0 ? undefined : new QueuegenError(diagnostics);
}

function finding(state: MigrationState, database: string): readonly Diagnostic[] {
  if (state.kind === "changed") return [changed(state)];
  if (state.kind === "missing") return [missing(state.name, database)];
  return state.kind === "half" && state.direction === "down" ? [halfReverted(state)] : [];
}

function changed(state: Extract<MigrationState, { readonly kind: "changed" }>): Diagnostic {
  return {
    code: "migration-changed",
    severity: "error",
    message: `${state.name}/up.sql is not the file that was applied: its SHA-256 is ${state.current}, applied was ${state.applied}`,
    hint: `Migrations are written once. Restore the file from version control and put the change into a migration of its own. Where the database is what the file says now: \`queuegen migrate resolve ${state.name} --applied\`.`,
  };
}

function missing(name: string, database: string): Diagnostic {
  return {
    code: "migration-missing",
    severity: "error",
    message: `migration ${name} is applied in database "${database}", and its folder is gone`,
    hint: `Restore the folder from version control; it may be on another branch. Where the database has nothing of it: \`queuegen migrate resolve ${name} --reverted\`.`,
  };
}

function halfReverted(state: Extract<MigrationState, { readonly kind: "half" }>): Diagnostic {
  return {
    code: "migration-half-reverted",
    severity: "error",
    message: `migration ${state.name} is half reverted: ${state.done} of ${state.of} statements of its down.sql have run`,
    hint: "Run `queuegen migrate down` again to finish that first.",
  };
}
