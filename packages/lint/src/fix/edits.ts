import type { Place } from "../facts/table-schema.js";
import type { LiteralSpan, Source, Span } from "../source.js";
import type { Edit, Fix } from "./fix.js";

/**
 * Writes SQL behind a place. `undefined` where the file does not have the place as plain text of a `.sql` file or of a
 * literal (a variable of a `+` chain ends there), or where the literal's quotes cannot hold the text.
 */
export function insertAfter({ source, span }: Place, text: string): Edit | undefined {
  return replace({ source, span: { start: span.end, end: span.end } }, text);
}

/** As `insertAfter`, before the place. */
export function insertBefore({ source, span }: Place, text: string): Edit | undefined {
  return replace({ source, span: { start: span.start, end: span.start } }, text);
}

/** Puts SQL in the place of other SQL; the place must lie in one literal, with no hole and no escape in it. */
export function replace({ source, span }: Place, text: string): Edit | undefined {
  if (source.literals === undefined) return { span, text };
  const literal = literalAround(source.literals, span);
  if (literal === undefined || !fits(text, literal) || source.text.slice(span.start, span.end).includes("\\"))
    return undefined;
  return { span, text };
}

/** A fix of these edits; `undefined` where one of them is not possible. */
export function toFix(title: string, ...edits: readonly (Edit | undefined)[]): Fix | undefined {
  const possible = edits.filter((edit) => edit !== undefined);
  return possible.length === edits.length ? { title, edits: possible } : undefined;
}

/** True where two places of a file are always parts of one text: a fix of one may count on the other. */
export function isOneText(source: Source, a: number, b: number): boolean {
  const { literals } = source;
  if (literals === undefined) return true;
  const [first, second] = [a, b].map((at) => literalAround(literals, { start: at, end: at }));
  return first !== undefined && first.chain === second?.chain;
}

function literalAround(literals: readonly LiteralSpan[], { start, end }: Span): LiteralSpan | undefined {
  // Where an empty part of a template touches another, both are plain text of the same template.
  return literals.findLast((literal) => literal.start <= start && end <= literal.end);
}

/** Quotes, escapes, holes and line ends mean something else in a literal than in SQL. */
function fits(text: string, { quote }: LiteralSpan): boolean {
  return quote === "`" ? !/[`\\]|\$\{/.test(text) : !/[\\\r\n]/.test(text) && !text.includes(quote);
}
