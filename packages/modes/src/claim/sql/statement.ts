/** One statement of a generated file. */
export interface Statement {
  /** Its key in the file's object of statements. */
  readonly name: string;
  /** What it does, which index it walks, what losing a race means: the comment above it. */
  readonly note: string;
  /** The text; named values as `:name`. Lines but the first are indented to stand in the generated file. */
  readonly sql: string;
}

/** A statement from its lines. */
export function statement(name: string, note: string, ...lines: readonly string[]): Statement {
  return { name, note, sql: lines.join("\n    ") };
}
