/** Numbers that look random and are the same for the same seed, so that a run of faults can be made again. */
export interface Random {
  readonly seed: number;
  /** In [0, 1). */
  next(): number;
  /** An integer in [min, max]. */
  between(min: number, max: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** A stream of its own, so that one injector's draws do not depend on another's timing. */
  fork(name: string): Random;
}

export function seeded(seed: number): Random {
  // mulberry32
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    seed,
    next,
    between,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
    fork(name) {
      let hash = seed;
      for (const char of name) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
      return seeded(hash);
    },
  };
}

/** Of `QUEUEGEN_FAULT_SEED`, else new; printed by whoever uses it. */
export function runSeed(): number {
  const given = Number(process.env.QUEUEGEN_FAULT_SEED);
  return Number.isSafeInteger(given) && given > 0 ? given : Math.floor(Math.random() * 2 ** 31) + 1;
}
