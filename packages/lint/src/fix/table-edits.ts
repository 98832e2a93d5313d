import type { TableSchema } from "../facts/table-schema.js";
import type { Report } from "../rule.js";
import { insertAfter, toFix } from "./edits.js";
import type { Fix } from "./fix.js";

/** A migration that has been applied must stay as it is: `migrations/x.sql`, `V2__x.sql`, `20260131_x.sql`, `003-x.sql`. */
const MIGRATION = /(?:^|\/)(?:migrations?|migrate|changelogs?|versions)\/|(?:^|\/)(?:[VUR]\d|\d{3,})[^/]*$/i;

/**
 * Adds a column or key to a table's CREATE TABLE. Safe in a file that describes the schema; in migrations and in programs,
 * which make only new tables, it is a suggestion. Nothing where other statements change the table too.
 */
export function addEntry(table: TableSchema, title: string, entry: string): Pick<Report, "fix" | "suggestions"> {
  const { last } = table;
  const fix = last && toFix(title, insertAfter(last, `,${gapBefore(last)}${entry}`));
  return fix === undefined ? {} : offered(fix, last!.source.path);
}

/** A change of a table's definition as a fix or as a suggestion, by the file that it is for. */
function offered(fix: Fix, path: string): Pick<Report, "fix" | "suggestions"> {
  return /\.sql$/i.test(path) && !MIGRATION.test(path) ? { fix } : { suggestions: [fix] };
}

/** An entry on a line of its own is followed by another such line. */
function gapBefore({ source, span }: NonNullable<TableSchema["last"]>): string {
  return /\r?\n[ \t]*$/.exec(source.text.slice(0, span.start))?.[0] ?? " ";
}
