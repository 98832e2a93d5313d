import type { Target } from "@queuegen/modes";
import type { TableDefinition } from "../ddl/table-definition.js";
import type { Change } from "./change.js";
import { columnChanges } from "./column-changes.js";
import { indexChanges } from "./index-changes.js";
import { pairColumns } from "./pair-columns.js";
import { pairIndexes } from "./pair-indexes.js";
import type { Renames } from "./table-diff.js";

/** Every difference between two definitions of a table of one name, in the order of the clauses that make it. */
export function tableChanges(
  before: TableDefinition,
  after: TableDefinition,
  renames: Renames,
  target: Target,
): readonly Change[] {
  const columns = pairColumns(before.columns, after.columns, renames);
  return [
    ...columnChanges(before, after, columns, target),
    ...indexChanges(pairIndexes(before, after, columns)),
    ...(before.comment === after.comment
      ? []
      : [
          { code: "table-comment" as const, subject: after.table, words: `table "${after.table}" has another comment` },
        ]),
  ].map(withBlocks);
}

/** What copies the table keeps writers waiting; all else waits only for transactions that have used the table. */
function withBlocks(change: Change): Change {
  return change.copies === undefined ? change : { ...change, blocks: "writes wait until the table is copied" };
}
