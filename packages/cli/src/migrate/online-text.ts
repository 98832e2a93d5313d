import { type HeavyStep, type OnlinePlace, onlineCommands } from "@queuegen/migrations";

/** A heavy statement of a migration, and how long its table is where that is known. */
export interface HeavyMigration {
  readonly migration: string;
  readonly step: HeavyStep;
  /** The server's estimate. */
  readonly rows?: number;
}

/** The ways round a statement that would keep a long table's writers waiting; nothing where there is none. */
export function onlineText(heavy: readonly HeavyMigration[], place: OnlinePlace): string {
  return heavy.map((one) => oneText(one, place)).join("");
}

/** The same for programs. */
export function onlineJson(heavy: readonly HeavyMigration[], place: OnlinePlace): readonly object[] {
  return heavy.map(({ migration, step, rows }) => ({
    migration,
    ...step,
    rows,
    ...onlineCommands(step.statement, place),
  }));
}

function oneText({ migration, step, rows }: HeavyMigration, place: OnlinePlace): string {
  const commands = onlineCommands(step.statement, place);
  if (commands === undefined) return "";
  const long = rows === undefined ? "" : ` of about ${rows.toLocaleString("en-US")} rows`;
  return [
    `\n${migration} is heavy on table "${step.table}"${long}: ${step.because}.`,
    "Where that is too long a wait, one of these instead of `queuegen migrate up`:",
    `  ${commands.ghost}`,
    `  ${commands.ptOnlineSchemaChange}`,
    ...commands.notes.map((note) => `  note: ${note}`),
    `and then \`queuegen migrate resolve ${migration} --applied --step ${step.step}\`.`,
    "",
  ].join("\n");
}
