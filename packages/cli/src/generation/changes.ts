import type { Difference } from "@queuegen/generator/compare";
import type { MigrationFile } from "@queuegen/migrations";
import type { Change } from "../files/write-files.js";

/** What a run of `generate` does, as a line for each file tells it. */
export interface PlannedChange extends Change {
  readonly action: "create" | "update" | "overwrite" | "remove";
}

/** The changes that make the project current. Files edited by hand are among them only with `force`. */
export function plannedChanges(
  differences: readonly Difference[],
  migrations: readonly MigrationFile[],
  force: boolean,
): readonly PlannedChange[] {
  return [
    ...differences.filter(({ kind }) => force || kind !== "edited").map(changeOf),
    ...migrations.map(({ path, text }) => ({ path, text, action: "create" as const })),
  ];
}

function changeOf(difference: Difference): PlannedChange {
  const { path } = difference;
  if (difference.kind === "missing") return { path, text: difference.expected, action: "create" };
  if (difference.kind === "orphan" || difference.expected === undefined)
    return { path, text: undefined, action: "remove" };
  const text = withLineEndingsOf(difference.actual, difference.expected);
  return { path, text, action: difference.kind === "edited" ? "overwrite" : "update" };
}

/** A checkout with CRLF stays one. */
function withLineEndingsOf(old: string, text: string): string {
  return old.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
}

const past = { create: "created", update: "updated", overwrite: "overwritten", remove: "removed" } as const;

/** A line for each change, in the past tense once it is made. */
export function changeLines(changes: readonly PlannedChange[], made: boolean): string {
  return changes.map(({ action, path }) => `${(made ? past[action] : action).padEnd(11)} ${path}\n`).join("");
}
