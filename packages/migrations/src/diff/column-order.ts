import type { ColumnDefinition } from "../ddl/table-definition.js";
import type { ColumnPairs } from "./pair-columns.js";

/** The columns that can stay where they are: as many as possible. All others that were there have to move. */
export function stayingColumns(
  before: readonly ColumnDefinition[],
  after: readonly ColumnDefinition[],
  { oldOf }: ColumnPairs,
): ReadonlySet<ColumnDefinition> {
  const kept = after.flatMap((column) => {
    const old = oldOf.get(column);
    return old === undefined ? [] : [{ column, place: before.indexOf(old) }];
  });
  // The longest run of rising places, by the best run that ends at each column.
  const runs: { readonly length: number; readonly previous: number }[] = [];
  for (const [index, { place }] of kept.entries()) {
    let best = { length: 1, previous: -1 };
    for (let other = 0; other < index; other++) {
      const length = (runs[other]?.length ?? 0) + 1;
      if ((kept[other]?.place ?? 0) < place && length > best.length) best = { length, previous: other };
    }
    runs.push(best);
  }
  const longest = Math.max(0, ...runs.map(({ length }) => length));
  const staying = new Set<ColumnDefinition>();
  let at = runs.findIndex(({ length }) => length === longest);
  while (at >= 0) {
    const one = kept[at];
    if (one !== undefined) staying.add(one.column);
    at = runs[at]?.previous ?? -1;
  }
  return staying;
}
