import { type MigrationState, utcText } from "@queuegen/migrations/apply";

/** One line a migration, and what to do next. */
export function statusText(place: string, states: readonly MigrationState[]): string {
  if (states.length === 0) return `${place} and the migrations folder have no migrations\n`;
  const width = Math.max(...states.map(({ name }) => name.length));
  const lines = states.map((state) =>
    `  ${state.kind.padEnd(8)} ${state.name.padEnd(width)}  ${detail(state)}`.trimEnd(),
  );
  return `${[place, ...lines, statusSummary(states)].join("\n")}\n`;
}

/** `heavy`: pending statements that would copy a long table, and ways round them. */
export function statusJson(database: string, states: readonly MigrationState[], heavy: readonly object[] = []): string {
  const withoutFolder = (key: string, value: unknown): unknown => (key === "folder" ? undefined : value);
  return `${JSON.stringify({ database, migrations: states, ...(heavy.length > 0 && { heavy }) }, withoutFolder, 2)}\n`;
}

/** `applied  2026-03-01 12:00:00 UTC` */
export function stateText(state: MigrationState): string {
  return `${state.kind}  ${detail(state)}`.trimEnd();
}

function detail(state: MigrationState): string {
  switch (state.kind) {
    case "applied":
      return `${utcText(state.appliedMs)}${state.byHand ? ", by hand" : ""}`;
    case "pending":
      return "";
    case "half":
      return `${state.done} of ${state.of} statements ${state.direction === "up" ? "applied" : "reverted"}`;
    case "changed":
      return "its up.sql is not the file that was applied";
    case "missing":
      return "applied, and its folder is gone";
  }
}

/** What to do next, of all migrations together. */
export function statusSummary(states: readonly MigrationState[]): string {
  const halfDown = states.some((state) => state.kind === "half" && state.direction === "down");
  if (halfDown) return "A revert broke off: `queuegen migrate down` finishes it.";
  const broken = states.filter(({ kind }) => kind === "changed" || kind === "missing").length;
  if (broken > 0) return `${broken} cannot be trusted: restore the files from version control.`;
  const open = states.filter(({ kind }) => kind !== "applied").length;
  return open === 0
    ? "All applied."
    : `${open} pending: \`queuegen migrate up\` applies ${open === 1 ? "it" : "them"}.`;
}
