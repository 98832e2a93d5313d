/** Takes what shall happen after the commit: the option `afterCommit` of enqueue. */
export type AfterCommit = (wake: () => void) => void;

/**
 * Runs a transaction, begin to commit, and wakes the workers of this process when it is committed. Give the function that
 * `run` gets to each enqueue in it: `enqueueNotify(trx, job, { afterCommit })`. Where `run` rejects nobody is woken.
 */
export async function wakeAfter<T>(run: (afterCommit: AfterCommit) => Promise<T>): Promise<T> {
  const wakes: (() => void)[] = [];
  const result = await run((wake) => wakes.push(wake));
  for (const wake of wakes) wake();
  return result;
}
