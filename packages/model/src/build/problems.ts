import type { Diagnostic, SourceRange } from "../diagnostic.js";

/** Collects what is wrong with a declaration, so that one run shows all of it. */
export class Problems {
  readonly #found: Diagnostic[] = [];

  get found(): readonly Diagnostic[] {
    return this.#found;
  }

  get count(): number {
    return this.#found.length;
  }

  error(code: string, at: SourceRange, message: string, hint: string): void {
    this.#found.push({ code, severity: "error", message, hint, at });
  }

  add(diagnostics: readonly Diagnostic[]): void {
    this.#found.push(...diagnostics);
  }
}
