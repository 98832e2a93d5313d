import type { SourceRange } from "../diagnostic.js";
import type { StandardIndex } from "../mode.js";
import type { IndexModel } from "../model.js";
import type { Problems } from "./problems.js";
import type { FieldNames } from "./read-fields.js";
import type { ReadIndexes } from "./read-indexes.js";

/** The standard indexes, under the schema's names where it has them, then the others of the schema. */
export function withStandardIndexes(
  standard: readonly StandardIndex[],
  fields: FieldNames,
  { indexes: own, unread }: ReadIndexes,
  at: SourceRange,
  problems: Problems,
): readonly IndexModel[] {
  const placed = standard.map((index): IndexModel => {
    const columns = index.fields.map((field) => fields[field] ?? field);
    const same = own.find(
      (candidate) => candidate.columns.join() === columns.join() && candidate.unique === index.unique,
    );
    if (!same && !unread(index.name)) tellStandard(index, columns, own, at, problems);
    return same ?? { name: index.name, columns, unique: index.unique };
  });
  return [...placed, ...own.filter((index) => !placed.includes(index))];
}

function tellStandard(
  index: StandardIndex,
  columns: readonly string[],
  own: readonly IndexModel[],
  at: SourceRange,
  problems: Problems,
): void {
  const list = columns.map((column) => JSON.stringify(column)).join(", ");
  if (index.declared) {
    const message = `The index on (${columns.join(", ")}) is missing: ${index.why}.`;
    problems.error(index.code, at, message, `Add \`indexes: { ${index.name}: [${list}] }\`.`);
  } else if (own.some(({ name }) => name.toLowerCase() === index.name)) {
    const message = `\`${index.name}\` is the name of the index on (${columns.join(", ")}) that the queue adds: ${index.why}.`;
    problems.error(index.code, at, message, "Rename your index.");
  }
}
