import type { LiveForeignKey, LiveTrigger } from "./live-table.js";
import type { Query } from "./query.js";

export function readTriggers(query: Query, table: string): Promise<readonly LiveTrigger[]> {
  return query<LiveTrigger>(
    `SELECT trigger_name AS name, action_timing AS timing, event_manipulation AS event FROM information_schema.triggers
     WHERE event_object_schema = DATABASE() AND event_object_table = ? ORDER BY timing, event, name`,
    [table],
  );
}

interface KeyRow {
  readonly name: string;
  readonly table: string;
  readonly column: string;
  readonly referenced: string;
  readonly referencedColumn: string;
  readonly onDelete: string;
}

/** Foreign keys from this table and to it, as far as both tables are in this database. */
export async function readForeignKeys(
  query: Query,
  table: string,
): Promise<{ readonly foreignKeys: readonly LiveForeignKey[]; readonly referencedBy: readonly LiveForeignKey[] }> {
  const rows = await query<KeyRow>(
    `SELECT k.constraint_name AS name, k.table_name AS \`table\`, k.column_name AS \`column\`,
            k.referenced_table_name AS referenced, k.referenced_column_name AS referencedColumn, r.delete_rule AS onDelete
     FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints r
       ON r.constraint_schema = k.constraint_schema AND r.constraint_name = k.constraint_name AND r.table_name = k.table_name
     WHERE k.constraint_schema = DATABASE() AND (k.table_name = ? OR k.referenced_table_name = ?)
     ORDER BY k.table_name, k.constraint_name, k.ordinal_position`,
    [table, table],
  );
  const keys = grouped(rows);
  return {
    foreignKeys: keys.filter((key) => key.table === table),
    referencedBy: keys.filter((key) => key.referenced === table && key.table !== table),
  };
}

function grouped(rows: readonly KeyRow[]): readonly LiveForeignKey[] {
  const keys = new Map<string, LiveForeignKey>();
  for (const { name, table, column, referenced, referencedColumn, onDelete } of rows) {
    const id = JSON.stringify([table, name]);
    const before = keys.get(id);
    keys.set(id, {
      name,
      table,
      referenced,
      onDelete,
      columns: [...(before?.columns ?? []), column],
      referencedColumns: [...(before?.referencedColumns ?? []), referencedColumn],
    });
  }
  return [...keys.values()];
}
