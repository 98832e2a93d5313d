import type { Difference } from "@queuegen/generator";
import type { MigrationFile } from "@queuegen/migrations";
import type { Change } from "../files/write-files.js";

/** What a run of `generate` does, as a line for each file tells it. */
export interface PlannedChange extends Change {
  readonly done: "created" | "updated" | "overwritten" | "removed";
}

/** The changes that make the project current. Files edited by hand are among them only with `force`. */
export function plannedChanges(
  differences: readonly Difference[],
  migrations: readonly MigrationFile[],
  force: boolean,
): readonly PlannedChange[] {
  return [
    ...differences.filter(({ kind }) => force || kind !== "edited").map(changeOf),
    ...migrations.map(({ path, text }) => ({ path, text, done: "created" as const })),
  ];
}

function changeOf(difference: Difference): PlannedChange {
  const { path } = difference;
  if (difference.kind === "missing") return { path, text: difference.expected, done: "created" };
  if (difference.kind === "orphan" || difference.expected === undefined)
    return { path, text: undefined, done: "removed" };
  const text = withLineEndingsOf(difference.actual, difference.expected);
  return { path, text, done: difference.kind === "edited" ? "overwritten" : "updated" };
}

/** A checkout with CRLF stays one. */
function withLineEndingsOf(old: string, text: string): string {
  return old.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
}
