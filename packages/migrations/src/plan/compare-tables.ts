import type { IndexModel } from "@queuegen/model";
import type { ColumnDefinition, TableDefinition } from "../ddl/table-definition.js";

/**
 * What differs between two definitions of a table, as ends of a sentence: `column "channel" is new`. Comments are left
 * out: a word of documentation asks for no migration and rides along with the next one.
 */
export function compareTables(before: TableDefinition, after: TableDefinition): readonly string[] {
  return [
    ...(before.table === after.table ? [] : [`table "${before.table}" became "${after.table}"`]),
    ...compareNamed("column", before.columns, after.columns, columnText),
    ...compareNamed("index", before.indexes, after.indexes, indexText),
    ...(before.primaryKey.join() === after.primaryKey.join() ? [] : ["the primary key changed"]),
  ];
}

function compareNamed<Item extends { readonly name: string }>(
  kind: string,
  before: readonly Item[],
  after: readonly Item[],
  text: (item: Item) => string,
): readonly string[] {
  const old = new Map(before.map((item) => [item.name, text(item)]));
  const fresh = new Map(after.map((item) => [item.name, text(item)]));
  const changed = after.flatMap((item) => {
    const was = old.get(item.name);
    if (was === undefined) return [`${kind} "${item.name}" is new`];
    return was === text(item) ? [] : [`${kind} "${item.name}" was ${was} and is ${text(item)}`];
  });
  const gone = before.filter((item) => !fresh.has(item.name)).map((item) => `${kind} "${item.name}" is gone`);
  return [...changed, ...gone];
}

function columnText(column: ColumnDefinition): string {
  const value = column.default === undefined ? "" : ` DEFAULT ${column.default}`;
  return `${column.type}${column.nullable ? "" : " NOT NULL"}${column.autoIncrement ? " AUTO_INCREMENT" : ""}${value}`;
}

function indexText(index: IndexModel): string {
  return `${index.unique ? "unique " : ""}(${index.columns.join(", ")})`;
}
