import { posix } from "node:path";
import type { ReaderHost } from "./host.js";
import { type Module, parseModule } from "./module.js";
import { resolveSpecifier } from "./resolve-specifier.js";
import { TsconfigPaths } from "./tsconfig-paths.js";

/** Every file that one reading touches, each parsed once. */
export class Modules {
  readonly #host: ReaderHost;
  readonly #paths: TsconfigPaths;
  readonly #loaded = new Map<string, Module | undefined>();
  /** Every column helper of a schema asks for the same package. */
  readonly #resolved = new Map<string, string | undefined>();
  readonly #filesRead = new Set<string>();

  constructor(host: ReaderHost) {
    this.#host = {
      fileExists: (path) => host.fileExists(path),
      readFile: (path) => {
        const text = host.readFile(path);
        if (text !== undefined) this.#filesRead.add(path);
        return text;
      },
    };
    this.#paths = new TsconfigPaths(this.#host);
  }

  /** Everything the result depends on, sorted: schemas, what they import, tsconfig files. */
  get filesRead(): readonly string[] {
    return [...this.#filesRead].sort();
  }

  /** Every file parsed so far. */
  get loaded(): readonly Module[] {
    return [...this.#loaded.values()].filter((module) => module !== undefined);
  }

  load(file: string): Module | undefined {
    if (!this.#loaded.has(file)) {
      const text = this.#host.readFile(file);
      this.#loaded.set(file, text === undefined ? undefined : parseModule(file, text));
    }
    return this.#loaded.get(file);
  }

  /** The project file that a specifier names; `undefined` for a package or a file that is not there. */
  resolve(from: string, specifier: string): string | undefined {
    const key = `${posix.dirname(from)} ${specifier}`;
    if (!this.#resolved.has(key)) {
      this.#resolved.set(key, resolveSpecifier(from, specifier, this.#host, this.#paths));
    }
    return this.#resolved.get(key);
  }
}

/** Whether a specifier names a file and not a package. */
export function isRelative(specifier: string): boolean {
  return /^\.{1,2}(\/|$)/.test(specifier);
}
