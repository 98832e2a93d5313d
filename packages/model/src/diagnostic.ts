/** A place in a source file. Line and column count from 1; length is in UTF-16 units on that line. */
export interface SourceRange {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** The whole text of the line, without its line ending. */
  readonly lineText: string;
}

export type Severity = "error" | "warning" | "info";

/** The one shape of everything the tool tells about a user's input: errors of a schema and findings of the linter alike. */
export interface Diagnostic {
  /** Kebab words; each has a page in docs/errors or docs/rules. */
  readonly code: string;
  readonly severity: Severity;
  /** What is wrong, in one sentence that names the thing. */
  readonly message: string;
  /** What to do next. */
  readonly hint?: string;
  readonly at?: SourceRange;
  /** Related places, for instance "lock taken here". */
  readonly notes?: readonly { readonly message: string; readonly at: SourceRange }[];
}

/** Carries what went wrong to the edge of a package. Only the CLI prints it; it exits with 2. */
export class QueuegenError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], options?: ErrorOptions) {
    super(diagnostics.map((d) => `${d.code}: ${d.message}`).join("\n"), options);
    this.name = "QueuegenError";
    this.diagnostics = diagnostics;
  }
}
