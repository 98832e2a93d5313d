import type { FactsCache, ReadSource } from "@queuegen/lint";
import { digest } from "../cache/digest.js";
import type { EntryCache } from "../cache/entry-cache.js";
import { LocalCache } from "../cache/local-cache.js";

/** What files came to in earlier runs, below node_modules. The compiler is loaded only for files that are new or changed. */
export interface KeptFacts extends FactsCache {
  /** Keeps the cache from growing without end. */
  trim(): void;
}

/** `undefined` where there is no place for a cache. Nothing is looked at before a file is asked for. */
export function keptFacts(root: string): KeptFacts | undefined {
  const entries = LocalCache.of(root)?.entries("lint");
  return entries && over(entries);
}

/** The digest of our own code is part of every key. Queues and levels are not: they are asked for when rules judge. */
function over(entries: EntryCache): KeptFacts {
  const keyOf = (path: string, text: string, sinks: readonly string[]) => [path, digest(text), sinks];
  return {
    get: (path, text, sinks) => entries.get(keyOf(path, text, sinks)) as ReadSource | undefined,
    set: (path, text, sinks, read) => entries.set(keyOf(path, text, sinks), read),
    trim: () => entries.trim(),
  };
}
