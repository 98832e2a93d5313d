import { type Comparison, comparisons } from "./columns.js";
import { sameName } from "./project.js";
import type { Statement } from "./statement.js";

const VERSION = /version|revision|etag|^updated|^modified/i;
/** Ids that change with every claim. */
const OWNERS = /token|alloc|claim|lock|owner|worker|lease|holder/i;
const KEY = /^(?:id|uuid)$/i;

/**
 * True where an UPDATE goes through only if the row is still what was read: it expects a version, a value that it changes
 * itself, or the value that a column had: `attempts = ?` with `job.attempts`.
 */
export function comparesAndSets({ where, sets }: Statement): boolean {
  return comparisons(where).some(
    (one) =>
      !KEY.test(one.column) &&
      (VERSION.test(one.column) || sets.some((set) => sameName(set.column, one.column)) || isWhatWasRead(one)),
  );
}

/** `job.attempts` for `attempts`; an id of another thing says nothing. */
function isWhatWasRead({ column, operator, value }: Comparison): boolean {
  if (value.kind !== "parameter" || !/^(?:=|<=>)$/.test(operator) || (/id$/i.test(column) && !OWNERS.test(column)))
    return false;
  const property = /\.(\w+)$/.exec(value.text)?.[1];
  return property !== undefined && sameName(property, column);
}
