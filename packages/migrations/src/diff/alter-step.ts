import { sqlIdAlways } from "@queuegen/model";
import type { Target } from "@queuegen/modes";
import type { ColumnDefinition, TableDefinition } from "../ddl/table-definition.js";
import { alterClauses } from "./alter-table.js";
import type { Change } from "./change.js";
import { pairColumns } from "./pair-columns.js";
import { tableChanges } from "./table-changes.js";
import type { DiffStep, Renames } from "./table-diff.js";

/** The step between two definitions of one table, as one ALTER TABLE each way; none where they are equal. */
export function alterStep(
  before: TableDefinition,
  after: TableDefinition,
  renames: Renames,
  target: Target,
): readonly DiffStep[] {
  const changes = tableChanges(before, after, renames, target);
  if (changes.length === 0) return [];
  const back: Renames = backwards(before, after, renames);
  const reverse = tableChanges(after, before, back, target);
  const instant = isInstant(before, after, changes, target);
  return [
    {
      up: alterTable(
        after.table,
        alterClauses(before, after, renames),
        instant ? "ALGORITHM=INSTANT" : online(changes),
      ),
      down: alterTable(after.table, alterClauses(after, before, back), online(reverse)),
      changes,
      reverse,
    },
  ];
}

function alterTable(table: string, clauses: readonly string[], how: string | undefined): string {
  const lines = [...clauses, ...(how === undefined ? [] : [how])];
  return `ALTER TABLE ${sqlIdAlways(table)}\n  ${lines.join(",\n  ")};\n`;
}

/**
 * The server refuses rather than makes writers wait. No algorithm but for an index: named, INPLACE would keep MySQL 8 from
 * adding a column at once. A copy is what it is, and the user has said yes to it.
 */
function online(changes: readonly Change[]): string | undefined {
  if (changes.some(({ copies }) => copies !== undefined)) return undefined;
  const index = changes.some(({ code }) => ["add-index", "add-unique-index", "change-index"].includes(code));
  return index ? "ALGORITHM=INPLACE, LOCK=NONE" : "LOCK=NONE";
}

/** MySQL 8.0.12 adds columns at the end at once, MariaDB 10.4 anywhere. A default that is an expression is worked out row by row. */
export function isInstant(
  before: TableDefinition,
  after: TableDefinition,
  changes: readonly Change[],
  target: Target,
): boolean {
  if (target === "mysql57" || changes.some(({ code }) => code !== "add-column")) return false;
  const { added: all } = pairColumns(before.columns, after.columns, new Map());
  const tail = after.columns.slice(before.columns.length);
  const atEnd = after.adopted || all.every((column) => tail.includes(column));
  return (atEnd || target === "mariadb106") && all.every(isKnownAtOnce);
}

function backwards(before: TableDefinition, after: TableDefinition, renames: Renames): Renames {
  const { oldOf } = pairColumns(before.columns, after.columns, renames);
  return new Map([...oldOf].map(([column, old]) => [old.name, column.name]));
}

/** Of a moment without a default the server looks first whether there are rows, which would get one that does not exist. */
function isKnownAtOnce({ type, nullable, default: value }: ColumnDefinition): boolean {
  if (value === undefined) return nullable || !/^(date|datetime|timestamp)/.test(type);
  return !value.startsWith("(");
}
