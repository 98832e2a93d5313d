import type { StaticEntry, StaticObject } from "../declaration.js";
import type { StandardColumn } from "../mode.js";
import type { ClaimOptions, ColumnModel } from "../model.js";
import type { Problems } from "./problems.js";
import { entryOf } from "./static-value.js";

/**
 * The standard columns as a table of the application's takes them: its own INSERT names none of them, so each is NULL or
 * has a default, and its key is whatever integer, text or bytes it is.
 */
export function adoptedColumns(standard: readonly StandardColumn[]): readonly StandardColumn[] {
  return standard.map((column) => {
    if (column.field === "id") return { ...column, accepts: { kinds: KEYS, unnumbered: true, why: WHY } };
    return column.nullable || column.default !== undefined ? column : { ...column, nullable: true };
  });
}

const KEYS = ["bigint", "int", "mediumint", "smallint", "tinyint", "char", "varchar", "binary", "varbinary"] as const;
const WHY = "statements name their rows by an integer, by a text or by bytes";

/** Rows of the application's are deleted only where the schema says so aloud. */
export function keepRows(options: ClaimOptions, given: StaticObject): ClaimOptions {
  const said = entryOf(given, "retention")?.value;
  const names = said?.kind === "object" ? said.entries.map(({ key }) => key) : [];
  const { retention } = options;
  return {
    ...options,
    retention: {
      ...retention,
      done: names.includes("done") ? retention.done : null,
      dead: names.includes("dead") ? retention.dead : null,
    },
  };
}

/** `once` needs a uid that the producer writes at enqueue; a row that the application inserts has none. */
export function refuseOnAdopted(given: StaticObject, problems: Problems): void {
  const once = entryOf(given, "once")?.value;
  if (once?.kind !== "scalar" || once.value !== true) return;
  const message = "`once` does not work on an adopted table: rows that the application inserts have no uid.";
  const hint = "Leave it out and make the effect idempotent by the row's own key, or do it in ctx.transaction.";
  problems.error("bad-option", once.at, message, hint);
}

/** The table of a queue of ours is made from its schema, which says all of its columns. */
export function refuseByServer(
  entries: readonly StaticEntry[],
  columns: readonly ColumnModel[],
  problems: Problems,
): void {
  for (const { key, value } of entries) {
    if (columns.find(({ name }) => name === key)?.byServer === undefined) continue;
    const message = `\`byServer\` describes a column of an adopted table; \`${key}\` is made from this schema.`;
    problems.error(
      "bad-column",
      value.at,
      message,
      "Remove byServer, or set `adopted: true` for a table of the application's.",
    );
  }
}
