import type { StaticEntry, StaticValue } from "../declaration.js";
import type { ColumnModel, IndexModel } from "../model.js";
import { sqlNameProblem } from "../names.js";
import { suggest } from "../nearest.js";
import { bytesInRow, isLong } from "./column-type.js";
import type { Problems } from "./problems.js";
import { refuseUnknown } from "./read-options.js";
import { readScalar } from "./read-scalar.js";
import { describe, entryOf } from "./static-value.js";

/** The most bytes of an InnoDB index entry. */
const maxKeyBytes = 3_072;
const maxKeyColumns = 16;

/** The indexes of a schema that could be read. */
export interface ReadIndexes {
  readonly indexes: readonly IndexModel[];
  /** Whether an index of that name is there but could not be read, so that it must not be called missing. */
  readonly unread: (name: string) => boolean;
}

/** Indexes of the schema: `idx_user: ["user_id"]` or `uniq_x: { columns: ["x"], unique: true }`. */
export function readIndexes(
  given: StaticValue | undefined,
  columns: readonly ColumnModel[],
  problems: Problems,
): ReadIndexes {
  if (given === undefined) return { indexes: [], unread: () => false };
  if (problems.skips(given)) return { indexes: [], unread: () => true };
  if (given.kind !== "object") {
    const hint = 'Write indexes: { idx_status_id: ["status", "id"] }.';
    problems.error("bad-option", given.at, `\`indexes\` takes names with their columns, not ${describe(given)}.`, hint);
    return { indexes: [], unread: () => true };
  }
  refuseDoubles(given.entries, problems);
  const read = new Map(given.entries.map((entry) => [entry.key, readIndex(entry, columns, problems)]));
  return {
    indexes: [...read.values()].filter((index) => index !== undefined),
    unread: (name) => read.has(name) && read.get(name) === undefined,
  };
}

/** Index names are the same in upper and lower case. */
function refuseDoubles(entries: readonly StaticEntry[], problems: Problems): void {
  const seen = new Set<string>();
  for (const { key, keyAt } of entries) {
    if (seen.has(key.toLowerCase())) {
      const message = `Index \`${key}\` is there twice; MySQL does not tell upper from lower case here.`;
      problems.error("duplicate-index", keyAt, message, "Rename one of them.");
    }
    seen.add(key.toLowerCase());
  }
}

function readIndex(entry: StaticEntry, columns: readonly ColumnModel[], problems: Problems): IndexModel | undefined {
  const { key: name, keyAt, value } = entry;
  const before = problems.count;
  const nameProblem =
    name.toLowerCase() === "primary" ? "PRIMARY is the primary key, which is always `id`." : sqlNameProblem(name);
  if (nameProblem) problems.error("bad-name", keyAt, nameProblem, "Choose another name for this index.");
  const options = value.kind === "object" ? value : undefined;
  refuseUnknown(["columns", "unique"], options, {}, problems);
  const names = readColumnNames(entryOf(options, "columns")?.value ?? value, columns, problems);
  const unique = readUnique(entryOf(options, "unique")?.value, problems);
  return problems.count > before ? undefined : { name, columns: names, unique };
}

function readUnique(given: StaticValue | undefined, problems: Problems): boolean {
  if (given === undefined) return false;
  const read = readScalar("unique", { type: "boolean", doc: "Whether each entry is there once." }, given, problems);
  return read?.value === true;
}

function readColumnNames(list: StaticValue, columns: readonly ColumnModel[], problems: Problems): readonly string[] {
  if (problems.skips(list)) return [];
  if (list.kind !== "array" || list.items.length === 0 || list.items.length > maxKeyColumns) {
    const hint = 'For instance ["status", "id"].';
    problems.error("bad-index", list.at, `An index is a list of 1 to ${maxKeyColumns} column names.`, hint);
    return [];
  }
  const before = problems.count;
  const chosen = list.items.flatMap((item) => {
    const column = readIndexColumn(item, columns, problems);
    return column ? [column] : [];
  });
  const names = chosen.map(({ name }) => name);
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (problems.count === before && twice >= 0) {
    problems.error("bad-index", list.items[twice]?.at ?? list.at, `\`${names[twice]}\` is there twice.`, "Remove one.");
  }
  const bytes = chosen.reduce((sum, { type }) => sum + bytesInRow(type), 0);
  if (bytes > maxKeyBytes) {
    const message = `The columns take up to ${bytes} bytes; an index holds ${maxKeyBytes}.`;
    problems.error("bad-index", list.at, message, "Shorten a column, or index a hash of it.");
  }
  return names;
}

function readIndexColumn(
  item: StaticValue,
  columns: readonly ColumnModel[],
  problems: Problems,
): ColumnModel | undefined {
  if (problems.skips(item)) return undefined;
  const name = item.kind === "scalar" ? item.value : undefined;
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) {
    const known = columns.map((candidate) => candidate.name);
    const message = `There is no column ${typeof name === "string" ? `\`${name}\`` : describe(item)} in this table.`;
    problems.error("bad-index", item.at, message, suggest(String(name), known));
    return undefined;
  }
  if (!isLong(column.type)) return column;
  const message = `A ${column.type.kind} column cannot be indexed.`;
  problems.error("bad-index", item.at, message, "Put what you look for into a column of its own.");
  return undefined;
}
