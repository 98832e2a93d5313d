/** Workers of this process by table: an enqueue here is picked up at once instead of with the next poll. */
const sleepers = new Map<string, Set<() => void>>();

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
