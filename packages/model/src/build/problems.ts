import type { StaticUnknown, StaticValue } from "../declaration.js";
import type { Diagnostic, SourceRange } from "../diagnostic.js";

/** Collects what is wrong with a declaration, so that one run shows all of it. */
export class Problems {
  readonly #found: Diagnostic[] = [];
  #skipped = 0;

  get found(): readonly Diagnostic[] {
    return this.#found;
  }

  /** Grows with each error and with each value that could not be read: nothing grew, nothing is wrong. */
  get count(): number {
    return this.#found.filter(({ severity }) => severity === "error").length + this.#skipped;
  }

  /** Whether the reader has told about this value already. Then nothing more can be said about it, nor a model be built. */
  skips(value: StaticValue): value is StaticUnknown {
    if (value.kind === "unknown") this.#skipped += 1;
    return value.kind === "unknown";
  }

  error(code: string, at: SourceRange, message: string, hint: string): void {
    this.#found.push({ code, severity: "error", message, hint, at });
  }

  add(diagnostics: readonly Diagnostic[]): void {
    this.#found.push(...diagnostics);
  }
}
