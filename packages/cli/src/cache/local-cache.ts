import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { digest } from "./digest.js";
import { EntryCache } from "./entry-cache.js";
import { keepFile } from "./keep-file.js";

/** Digest of our own code and templates; set by the build, absent when the sources run unbuilt. */
declare const QUEUEGEN_BUILD: string | undefined;

/**
 * What the last run of a project came to, on this machine, below node_modules. Whoever keeps something says by a key
 * what it depends on; our own code and the version of Node are part of every key. A cache that cannot be read or
 * written is no error.
 */
export class LocalCache {
  readonly #folder: string;
  readonly #root: string;

  private constructor(folder: string, root: string) {
    this.#folder = folder;
    this.#root = root;
  }

  /** `undefined` where there is no place for a cache. */
  static of(root: string): LocalCache | undefined {
    const folder = nodeModules(root);
    if (folder === undefined || typeof QUEUEGEN_BUILD === "undefined") return undefined;
    return new LocalCache(join(folder, ".cache", "queuegen"), root);
  }

  /** What was kept under this name, if its key is the same. */
  get(name: string, key: unknown): unknown {
    try {
      const entry: unknown = deserialize(readFileSync(this.#file(name)));
      return Array.isArray(entry) && entry[0] === keyOf(key) ? entry[1] : undefined;
    } catch {
      return undefined;
    }
  }

  set(name: string, key: unknown, value: unknown): void {
    keepFile(this.#file(name), serialize([keyOf(key), value]));
  }

  /** For many values, each known by its key alone. */
  entries(name: string): EntryCache {
    return new EntryCache(join(this.#folder, name), keyOf);
  }

  #file(name: string): string {
    return join(this.#folder, `${digest(this.#root).slice(0, 16)}-${name}.bin`);
  }
}

function keyOf(key: unknown): string {
  // Not by `serialize`: it writes equal strings differently by how the engine happens to hold them.
  const plain = (_key: string, value: unknown): unknown => (typeof value === "bigint" ? `${value}n` : value);
  return digest(JSON.stringify([QUEUEGEN_BUILD, process.version, key], plain));
}

function nodeModules(folder: string): string | undefined {
  const path = join(folder, "node_modules");
  if (existsSync(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? undefined : nodeModules(parent);
}
