import type { TableDefinition } from "../ddl/table-definition.js";

/**
 * Whether branches change the same things of the tables they started from, as a sentence. A column or an index that
 * both added, changed or dropped is the same thing, even where they came to the same end.
 */
export function sameChanges(tips: readonly (readonly TableDefinition[])[], parent: readonly TableDefinition[]): string {
  const touched = tips.map(
    (tables) => new Set(tables.concat(parent).flatMap((table) => touchedIn(table, tables, parent))),
  );
  const [first = new Set<string>(), ...rest] = touched;
  const both = [...first].filter((thing) => rest.some((other) => other.has(thing))).sort();
  return both.length === 0 ? "They change different things." : `They change the same: ${both.join(", ")}.`;
}

function touchedIn(
  { table }: TableDefinition,
  after: readonly TableDefinition[],
  before: readonly TableDefinition[],
): readonly string[] {
  const [old, fresh] = [before, after].map((tables) => tables.find((one) => one.table === table));
  if (old === undefined || fresh === undefined) return old === fresh ? [] : [`table "${table}"`];
  return [...touchedItems("column", old.columns, fresh.columns), ...touchedItems("index", old.indexes, fresh.indexes)];
}

function touchedItems<Item extends { readonly name: string }>(
  kind: string,
  before: readonly Item[],
  after: readonly Item[],
): readonly string[] {
  const texts = (items: readonly Item[]): ReadonlyMap<string, string> =>
    new Map(items.map((item) => [item.name, JSON.stringify(item)]));
  const [old, fresh] = [texts(before), texts(after)];
  const names = new Set([...old.keys(), ...fresh.keys()]);
  return [...names].filter((name) => old.get(name) !== fresh.get(name)).map((name) => `${kind} "${name}"`);
}
