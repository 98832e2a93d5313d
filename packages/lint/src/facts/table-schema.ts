import type { Source, Span } from "../source.js";
import type { ColumnDefinition, KeyDefinition, TableChange } from "./table-change.js";

/** A place in one of the files of a run. */
export interface Place {
  readonly source: Source;
  readonly span: Span;
}

/** A table after all changes that the files of a run make to it. */
export interface TableSchema {
  readonly name: string;
  /** Its name in CREATE TABLE, or in the first change seen. */
  readonly at: Place;
  /** False where only ALTER statements were seen: then what is absent may exist all the same. */
  readonly complete: boolean;
  readonly columns: readonly (ColumnDefinition & { readonly at: Place })[];
  readonly keys: readonly (KeyDefinition & { readonly at: Place })[];
}

export interface PlacedChange {
  readonly change: TableChange;
  readonly source: Source;
}

/**
 * Applies changes in the order of their files' names, numbers in them by value: `V2` before `V10`. Names are compared
 * without case, as MySQL compares columns; keys of the map are in lower case.
 */
export function foldTables(changes: readonly PlacedChange[]): ReadonlyMap<string, TableSchema> {
  const tables = new Map<string, TableSchema>();
  for (const { change, source } of changes.toSorted((a, b) => byNumbers(a.source.path, b.source.path))) {
    const key = change.table.toLowerCase();
    const before = tables.get(key);
    tables.delete(key);
    if (change.kind === "drop") continue;
    const name = change.renamedTo ?? change.table;
    // Made anew, the table is what CREATE says, with what was seen added to it before: file names do not always tell the order.
    const kept = change.kind === "create" && before?.complete === true ? undefined : before;
    tables.set(name.toLowerCase(), apply(kept, change, source, name));
  }
  return tables;
}

const PATH_ORDER = new Intl.Collator("en", { numeric: true });

function byNumbers(a: string, b: string): number {
  return PATH_ORDER.compare(a, b);
}

function apply(before: TableSchema | undefined, change: TableChange, source: Source, name: string): TableSchema {
  const place = (span: Span): Place => ({ source, span });
  const gone = new Set([...change.droppedColumns, ...change.columns.map((c) => c.formerly ?? c.name)].map(lower));
  const goneKeys = new Set([...change.droppedKeys, ...change.keys.map((k) => k.name ?? "")].map(lower));
  const renamed = new Map(
    change.columns.flatMap((c) => (c.formerly === undefined ? [] : [[lower(c.formerly), c.name]])),
  );
  return {
    name,
    at: change.kind === "create" || before === undefined ? place(change.span) : before.at,
    complete: change.kind === "create" || before?.complete === true,
    columns: [
      ...(before?.columns ?? []).filter((c) => !gone.has(lower(c.name))),
      ...change.columns.map((c) => ({ ...c, at: place(c.span) })),
    ],
    keys: [
      ...(before?.keys ?? [])
        .filter((k) => k.name === undefined || !goneKeys.has(lower(k.name)))
        .map((k) => ({ ...k, columns: k.columns.map((c) => renamed.get(lower(c)) ?? c) })),
      ...change.keys.map((k) => ({ ...k, at: place(k.span) })),
    ],
  };
}

function lower(name: string): string {
  return name.toLowerCase();
}
