import type { ColumnDefinition, TableDefinition } from "../../ddl/table-definition.js";
import { defaultSql, parseDefault } from "./live-default.js";
import { canonicalType } from "./live-type.js";
import type { ServerFacts } from "./server-facts.js";

/**
 * A definition in the one spelling in which `readLiveTable` tells the tables of this server: what it means is the same,
 * so that a table made from it reads back equal. Indexes come in the order of their names.
 */
export function canonicalTable(definition: TableDefinition, server: ServerFacts): TableDefinition {
  return {
    ...definition,
    columns: definition.columns.map((column) => canonicalColumn(column, server)),
    indexes: [...definition.indexes].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

function canonicalColumn(column: ColumnDefinition, server: ServerFacts): ColumnDefinition {
  const type = canonicalType(column.type, server);
  const { name, type: _, nullable, default: given, ...rest } = column;
  const value = given === undefined ? undefined : defaultSql(parseDefault(given), type);
  return { name, type, nullable, ...(value !== undefined && { default: value }), ...rest };
}
