import type { StaticEntry, StaticValue } from "../declaration.js";
import type { ColumnModel, IndexModel } from "../model.js";
import { sqlNameProblem } from "../names.js";
import { suggest } from "../nearest.js";
import { bytesInRow, isLong } from "./column-type.js";
import type { Problems } from "./problems.js";
import { refuseUnknown } from "./read-options.js";
import { describe, entryOf } from "./static-value.js";

/** The most bytes of an InnoDB index entry. */
const maxKeyBytes = 3_072;
const maxKeyColumns = 16;

/** Indexes of the schema: `idx_user: ["user_id"]` or `uniq_x: { columns: ["x"], unique: true }`. */
export function readIndexes(
  given: StaticValue | undefined,
  columns: readonly ColumnModel[],
  problems: Problems,
): readonly IndexModel[] {
  if (given === undefined) return [];
  if (given.kind !== "object") {
    const hint = 'Write indexes: { idx_status_id: ["status", "id"] }.';
    problems.error("bad-option", given.at, `\`indexes\` takes names with their columns, not ${describe(given)}.`, hint);
    return [];
  }
  const seen = new Set<string>();
  return given.entries.flatMap((entry) => {
    const index = readIndex(entry, columns, problems);
    if (seen.has(entry.key.toLowerCase())) {
      const message = `Index \`${entry.key}\` is there twice; MySQL does not tell upper from lower case here.`;
      problems.error("duplicate-index", entry.keyAt, message, "Rename one of them.");
    }
    seen.add(entry.key.toLowerCase());
    return index ? [index] : [];
  });
}

function readIndex(entry: StaticEntry, columns: readonly ColumnModel[], problems: Problems): IndexModel | undefined {
  const { key: name, keyAt, value } = entry;
  const before = problems.count;
  const nameProblem =
    name.toLowerCase() === "primary" ? "PRIMARY is the primary key, which is always `id`." : sqlNameProblem(name);
  if (nameProblem) problems.error("bad-name", keyAt, nameProblem, "Choose another name for this index.");
  if (value.kind === "object") refuseUnknown(["columns", "unique"], value, {}, problems);
  const list = value.kind === "object" ? (entryOf(value, "columns")?.value ?? value) : value;
  const unique = value.kind === "object" ? entryOf(value, "unique")?.value : undefined;
  const isUnique = unique?.kind === "scalar" ? unique.value : unique === undefined ? false : undefined;
  if (typeof isUnique !== "boolean" && unique) {
    problems.error("bad-index", unique.at, `\`unique\` is true or false, not ${describe(unique)}.`, "Correct it.");
  }
  const names = readColumnNames(list, columns, problems);
  return problems.count > before ? undefined : { name, columns: names, unique: isUnique === true };
}

function readColumnNames(list: StaticValue, columns: readonly ColumnModel[], problems: Problems): readonly string[] {
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
