import type { StaticValue } from "../declaration.js";
import type { StandardColumn } from "../mode.js";
import type { StandardField } from "../model.js";
import { sqlNameProblem } from "../names.js";
import { suggest } from "../nearest.js";
import type { Problems } from "./problems.js";
import { describe } from "./static-value.js";

export type FieldNames = Readonly<Partial<Record<StandardField, string>>>;

/** Name in the database of each standard column: its own, or what `fields: { status: "notify_status" }` says. */
export function readFields(
  given: StaticValue | undefined,
  standard: readonly StandardColumn[],
  problems: Problems,
): FieldNames {
  const known = standard.map(({ field }) => field);
  const names = new Map<string, string>(known.map((field) => [field, field]));
  if (given === undefined || problems.skips(given)) return Object.fromEntries(names);
  if (given.kind !== "object") {
    const hint = 'Write fields: { status: "notify_status" }.';
    problems.error("bad-option", given.at, `\`fields\` renames columns in braces, not by ${describe(given)}.`, hint);
    return Object.fromEntries(names);
  }
  for (const { key, keyAt, value } of given.entries) {
    if (!names.has(key)) {
      const message = `\`${key}\` is no standard column of this queue.`;
      problems.error("unknown-option", keyAt, message, suggest(key, known));
      continue;
    }
    const name = readName(value, problems);
    if (name !== undefined) names.set(key, name);
  }
  for (const { key, value } of given.entries) {
    // The old name stands in, so that the column of that name is not judged as two.
    if (isTaken(key, value, names, problems)) names.set(key, key);
  }
  return Object.fromEntries(names);
}

function isTaken(field: string, { at }: StaticValue, names: ReadonlyMap<string, string>, problems: Problems): boolean {
  const name = names.get(field);
  const other = [...names].find(([key, taken]) => key !== field && taken.toLowerCase() === name?.toLowerCase());
  if (!other) return false;
  const message = `\`${name}\` would be both \`${field}\` and \`${other[0]}\`.`;
  problems.error("duplicate-column", at, message, "Give each standard column a name of its own.");
  return true;
}

function readName(value: StaticValue, problems: Problems): string | undefined {
  if (problems.skips(value)) return undefined;
  const name = value.kind === "scalar" ? value.value : undefined;
  const problem = typeof name === "string" ? sqlNameProblem(name) : `A column name is a text, not ${describe(value)}.`;
  if (problem === undefined && typeof name === "string") return name;
  problems.error("bad-name", value.at, problem ?? "", "Write the name that the column has in the table.");
  return undefined;
}
