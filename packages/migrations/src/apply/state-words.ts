import type { LedgerRow } from "./ledger.js";
import type { MigrationState } from "./migration-state.js";
import { utcText } from "./utc-text.js";

/** The ledger's view of one migration, for a sentence: `applied 2026-03-01 12:00:00 UTC, by hand`. `rows`: its own. */
export function stateWords(state: MigrationState, rows: readonly LedgerRow[]): string {
  switch (state.kind) {
    case "pending":
      return "not applied";
    case "applied":
      return `applied ${utcText(state.appliedMs)}${state.byHand ? ", by hand" : ""}`;
    case "half":
      return `half ${state.direction === "up" ? "applied" : "reverted"}, ${state.done} of ${state.of} statements${openWords(rows)}`;
    case "changed":
      return `applied from another up.sql, SHA-256 ${state.applied}`;
    case "missing":
      return `applied, ${rows.filter(({ finishedMs }) => finishedMs !== null).length} statements, and its folder is gone`;
  }
}

function openWords(rows: readonly LedgerRow[]): string {
  const open = rows.find(({ finishedMs }) => finishedMs === null);
  return open === undefined ? "" : `; statement ${open.step} was sent and its end not seen`;
}
