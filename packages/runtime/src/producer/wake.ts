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

export function wake(table: string): void {
  for (const ring of sleepers.get(table) ?? []) ring();
}

/** Jobs were written in a transaction on `owner` that is not committed yet. */
export function wakeOnCommit(owner: object, table: string): void {
  if (!sleepers.has(table)) return;
  uncommitted.set(owner, (uncommitted.get(owner) ?? new Set()).add(table));
}

/** The transaction on `owner` is committed. */
export function committed(owner: object): void {
  for (const table of uncommitted.get(owner) ?? []) wake(table);
  uncommitted.delete(owner);
}
