import type { StaticEntry } from "../declaration.js";
import type { SourceRange } from "../diagnostic.js";
import type { StandardColumn } from "../mode.js";
import type { ColumnModel, StandardField } from "../model.js";
import { bytesInRow } from "./column-type.js";
import type { Problems } from "./problems.js";
import { type DeclaredColumn, readColumn } from "./read-column.js";
import type { FieldNames } from "./read-fields.js";
import { standardColumns } from "./standard-columns.js";
import { entryOf } from "./static-value.js";

/** The most bytes of a row, blobs and long texts aside. */
const maxRowBytes = 65_535;

/** Standard columns first in the order of the protocol, then those of the payload in the order declared. */
export function readColumns(
  entries: readonly StaticEntry[],
  standard: readonly StandardColumn[],
  fields: FieldNames,
  at: SourceRange,
  problems: Problems,
): readonly ColumnModel[] {
  refuseDoubles(entries, problems);
  refuseStillThere(entries, problems);
  const declared = new Map(entries.map((entry) => [entry.key, readColumn(entry, problems)]));
  const known = standardColumns(standard, fields, declared, at, problems);
  const taken = new Set(known.map(({ name }) => name));
  const added = [...taken].filter((name) => !declared.has(name));
  const payload = entries.filter(({ key }) => !taken.has(key));
  for (const entry of payload) {
    refuseReserved(entry, fields, added, problems);
    if (declared.get(entry.key)?.autoIncrement) refuseNumbered(entry, problems);
  }
  const columns = [...known, ...payload.map(({ key }) => payloadColumn(key, declared.get(key)))];
  const bytes = columns.reduce((sum, { type }) => sum + bytesInRow(type), 0);
  if (bytes > maxRowBytes) {
    const message = `A row may take ${bytes} bytes; MySQL allows ${maxRowBytes}.`;
    problems.error("row-too-long", at, message, "Turn the longest varchar columns into text.");
  }
  return columns;
}

/** The columns of a table that is walked over: the application's, whatever they are called. */
export function readWalkedColumns(entries: readonly StaticEntry[], problems: Problems): readonly ColumnModel[] {
  refuseDoubles(entries, problems);
  return entries.map((entry) => payloadColumn(entry.key, readColumn(entry, problems)));
}

/** Column names are the same in upper and lower case. */
function refuseDoubles(entries: readonly StaticEntry[], problems: Problems): void {
  const seen = new Map<string, string>();
  for (const { key, keyAt } of entries) {
    const first = seen.get(key.toLowerCase());
    if (first !== undefined) {
      const message = `\`${key}\` and \`${first}\` are one column: MySQL does not tell upper from lower case here.`;
      problems.error("duplicate-column", keyAt, message, "Rename one of them.");
    }
    seen.set(key.toLowerCase(), first ?? key);
  }
}

/** A column that is renamed is not there any more under its old name. */
function refuseStillThere(entries: readonly StaticEntry[], problems: Problems): void {
  for (const { key, value } of entries) {
    const options = value.kind === "column" ? value.args.at(-1) : undefined;
    const given = options?.kind === "object" ? entryOf(options, "renamedFrom")?.value : undefined;
    const old = given?.kind === "scalar" ? String(given.value).toLowerCase() : undefined;
    const there = entries.find((other) => other.key.toLowerCase() === old);
    if (given === undefined || there === undefined) continue;
    const message = `\`${key}\` is renamed from \`${there.key}\`, which is still a column here.`;
    problems.error(
      "bad-column",
      given.at,
      message,
      "Remove the old column, or renamedFrom where the new one is another.",
    );
  }
}

/** Every name that some queue keeps for itself, whether or not this one has the column. (Too many tables have a uid of their own.) */
const standardNames: Readonly<Record<Exclude<StandardField, "uid">, string>> = {
  id: "the key",
  status: "the state",
  claim_token: "the claim",
  claim_time: "the claim",
  worker_id: "the claim",
  attempts: "the count of attempts",
  create_time: "a time the queue writes",
  start_time: "a time the queue writes",
  finish_time: "a time the queue writes",
  run_at: "delayed jobs",
  error_message: "the last failure",
  dedupe_key: "the option dedupe",
};

function refuseReserved(
  { key, keyAt }: StaticEntry,
  fields: FieldNames,
  added: readonly string[],
  problems: Problems,
): void {
  const lower = key.toLowerCase();
  if (lower.startsWith("queuegen_")) {
    const message = `\`${key}\` starts with queuegen_, as the names that generated statements use for themselves do.`;
    problems.error("reserved-column", keyAt, message, "Rename yours.");
  }
  const twin = added.find((name) => name.toLowerCase() === lower);
  if (twin !== undefined) {
    const message = `\`${key}\` and the standard column \`${twin}\` are one column: MySQL does not tell upper from lower case here.`;
    problems.error("reserved-column", keyAt, message, "Rename yours.");
  } else if (Object.hasOwn(standardNames, lower) && !Object.hasOwn(fields, lower)) {
    const message = `\`${key}\` is kept for ${standardNames[lower as keyof typeof standardNames]}.`;
    const hint = lower === "dedupe_key" ? "Set `dedupe: true` to have it, or rename yours." : "Rename yours.";
    problems.error("reserved-column", keyAt, message, hint);
  }
}

function refuseNumbered({ key, value }: StaticEntry, problems: Problems): void {
  const message = `\`${key}\` cannot be numbered by the server: a table has one such column, and here it is the id.`;
  problems.error("bad-column", value.at, message, "Remove autoIncrement.");
}

/** A column that could not be read stands in as a number, so that indexes on it are judged by their own faults. */
function payloadColumn(name: string, column: DeclaredColumn | undefined): ColumnModel {
  if (!column) return { ...placeholder, name };
  const { entry: _, ...own } = column;
  return { ...own, name, field: undefined };
}

const placeholder: Omit<ColumnModel, "name"> = {
  field: undefined,
  type: { kind: "int", unsigned: false },
  nullable: false,
  default: undefined,
  autoIncrement: false,
  comment: undefined,
  doc: undefined,
};
