/** Workers of this process by table: an enqueue here is picked up at once instead of with the next poll. */
const sleepers = new Map<string, Set<() => void>>();

/** Tables written to in transactions that this library will commit, by their connection or Kysely transaction. */
const uncommitted = new WeakMap<object, Set<string>>();

/** Answers a function that ends it. */
export function onEnqueue(table: string, wake: () => void): () => void {
  const set = sleepers.get(table) ?? new Set();
  sleepers.set(table, set.add(wake));
  return () => {
    set.delete(wake);
  };
}

/** Told of each table that jobs were committed for in this process. */
const listeners = new Set<(table: string) => void>();

/** Answers a function that ends it. */
export function onWake(listener: (table: string) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Jobs were committed here. */
export function wake(table: string): void {
  ring(table);
  for (const listener of listeners) listener(table);
}

/** Wakes the workers of this process. */
export function ring(table: string): void {
  for (const ringOne of sleepers.get(table) ?? []) ringOne();
}

/** Jobs were written in a transaction on `owner` that is not committed yet. */
export function wakeOnCommit(owner: object, table: string): void {
  if (!sleepers.has(table) && listeners.size === 0) return;
  uncommitted.set(owner, (uncommitted.get(owner) ?? new Set()).add(table));
}

/** The transaction on `owner` is committed. */
export function committed(owner: object): void {
  for (const table of uncommitted.get(owner) ?? []) wake(table);
  uncommitted.delete(owner);
}
