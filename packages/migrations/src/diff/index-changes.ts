import type { IndexModel } from "@queuegen/model";
import type { Change } from "./change.js";
import type { IndexPairs } from "./pair-indexes.js";

/** What becomes of the indexes of a table. */
export function indexChanges({ added, dropped, renamed, changed }: IndexPairs): readonly Change[] {
  return [
    ...dropped.map(({ name }): Change => ({ code: "drop-index", subject: name, words: `index "${name}" is gone` })),
    ...renamed.map(
      ({ before, after }): Change => ({
        code: "rename-index",
        subject: after.name,
        words: `index "${before.name}" is called "${after.name}"`,
      }),
    ),
    ...changed.map(
      ({ before, after }): Change => ({
        code: "change-index",
        subject: after.name,
        words: `index "${after.name}" was ${indexText(before)} and is ${indexText(after)}`,
        ...(after.unique && { note: duplicates(after) }),
      }),
    ),
    ...added.map(newIndex),
  ];
}

function newIndex(index: IndexModel): Change {
  const { name: subject, unique } = index;
  const words = `index "${subject}" is new`;
  return unique
    ? { code: "add-unique-index", subject, words, note: duplicates(index) }
    : { code: "add-index", subject, words };
}

function duplicates({ name, columns }: IndexModel): string {
  return `Index "${name}" is unique: the statement fails, and changes nothing, where two rows have the same (${columns.join(", ")}).`;
}

function indexText(index: IndexModel): string {
  return `${index.unique ? "unique " : ""}(${index.columns.join(", ")})`;
}
