import type { Finding } from "./finding.js";
import type { Source } from "./source.js";

/** What a finding is about, in words that do not change where the code is moved: no line, no file, no count. */
export interface Identity {
  readonly rule: string;
  /** Empty where it is about no table. */
  readonly table: string;
  /** Nearest function with a name; empty outside of all. */
  readonly within: string;
  /** The SQL statement or the chain of calls, white space collapsed. */
  readonly statement: string;
}

export function identityOf({ code, at, about }: Finding): Identity {
  if (about === undefined) return { rule: code, table: "", within: "", statement: collapsed(at.lineText) };
  const { source, span, table } = about;
  return {
    rule: code,
    table: table?.toLowerCase() ?? "",
    within: functionAt(source, span.start),
    statement: collapsed(source.text.slice(span.start, span.end)),
  };
}

function functionAt(source: Source, offset: number): string {
  // Outer ones come first: the last that holds the place is the nearest.
  return source.functions?.findLast(({ start, end }) => start <= offset && offset < end)?.name ?? "";
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
