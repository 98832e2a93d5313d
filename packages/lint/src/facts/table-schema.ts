import type { Source, Span } from "../source.js";
import type { ColumnDefinition, Engine, KeyDefinition, TableChange } from "./table-change.js";

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
  /** As stated last, `undefined` where nothing says it. */
  readonly engine: (Engine & { readonly at: Place }) | undefined;
  /** The last entry of its CREATE TABLE, where that alone makes the table. */
  readonly last?: Place | undefined;
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
    const model = change.likeTable === undefined ? kept : tables.get(change.likeTable.toLowerCase());
    tables.set(name.toLowerCase(), apply(model, change, source, name));
  }
  return tables;
}

const PATH_ORDER = new Intl.Collator("en", { numeric: true });

function byNumbers(a: string, b: string): number {
  return PATH_ORDER.compare(a, b);
}

function apply(before: TableSchema | undefined, change: TableChange, source: Source, name: string): TableSchema {
  const place = (span: Span): Place => ({ source, span });
  return {
    name,
    at: change.kind === "create" || before === undefined ? place(change.span) : before.at,
    // A copy is as well known as what it is a copy of.
    complete: (change.kind === "create" && change.likeTable === undefined) || before?.complete === true,
    columns: columnsAfter(before?.columns ?? [], change, place),
    keys: keysAfter(before?.keys ?? [], change, place),
    engine: change.engine === undefined ? before?.engine : { ...change.engine, at: place(change.engine.span) },
    last: before === undefined && change.last !== undefined ? place(change.last) : undefined,
  };
}

type Placing = (span: Span) => Place;

function columnsAfter(before: TableSchema["columns"], change: TableChange, place: Placing): TableSchema["columns"] {
  const gone = new Set([...change.droppedColumns, ...change.columns.map((c) => c.formerly ?? c.name)].map(lower));
  const renamed = new Map(change.renamedColumns.map(({ from, to }) => [lower(from), to]));
  return [
    ...before
      .filter((c) => !gone.has(lower(c.name)))
      .map((c) => ({ ...c, name: renamed.get(lower(c.name)) ?? c.name })),
    ...change.columns.map((c) => ({ ...c, at: place(c.span) })),
  ];
}

function keysAfter(before: TableSchema["keys"], change: TableChange, place: Placing): TableSchema["keys"] {
  const gone = new Set([...change.droppedKeys, ...change.keys.map((k) => k.name ?? "")].map(lower));
  const dropped = new Set(change.droppedColumns.map(lower));
  const names = new Map(change.renamedKeys.map(({ from, to }) => [lower(from), to]));
  const shown = new Map(change.shownKeys.map((key) => [lower(key.name), key.visible]));
  const columns = new Map([
    ...change.columns.flatMap((c) => (c.formerly === undefined ? [] : [[lower(c.formerly), c.name] as const])),
    ...change.renamedColumns.map(({ from, to }) => [lower(from), to] as const),
  ]);
  return [
    ...before
      .filter((k) => k.name === undefined || !gone.has(lower(k.name)))
      .map((k) => ({
        ...k,
        name: k.name === undefined ? undefined : (names.get(lower(k.name)) ?? k.name),
        visible: shown.get(lower(k.name ?? "")) ?? k.visible,
        // The server takes a dropped column out of its keys.
        columns: k.columns.filter((c) => !dropped.has(lower(c))).map((c) => columns.get(lower(c)) ?? c),
      }))
      .filter((k) => k.columns.length > 0),
    ...change.keys.map((k) => ({ ...k, at: place(k.span) })),
  ];
}

function lower(name: string): string {
  return name.toLowerCase();
}
