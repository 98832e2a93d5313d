import type { Statement } from "../facts/statement.js";
import type { Source, Span } from "../source.js";
import { insertAfter, insertBefore, isOneText, replace } from "./edits.js";
import type { Edit } from "./fix.js";

/** A statement and the file it stands in; a `StatementFact` is one. */
export interface Written {
  readonly statement: Statement;
  readonly source: Source;
}

/** Edits, or a single `undefined` where the statement cannot be edited: for `toFix`. */
export type Edits = readonly (Edit | undefined)[];

const IMPOSSIBLE: Edits = [undefined];

/** Adds a condition to the WHERE. Impossible where there is none: the statement then means every row. */
export function andWhere(written: Written, condition: string): Edits {
  const { layout } = written.statement;
  const where = placeOf(written, layout?.where);
  if (layout === undefined || where === undefined) return IMPOSSIBLE;
  const behind = insertAfter(where, layout.mixed ? `) AND ${condition}` : ` AND ${condition}`);
  return layout.mixed ? [insertBefore(where, "("), behind] : [behind];
}

/** Sorts by these keys instead of those that are there, if any. */
export function orderBy(written: Written, keys: string): Edits {
  const place = placeOf(written, written.statement.layout?.order);
  if (place === undefined) return IMPOSSIBLE;
  const isAbsent = place.span.start === place.span.end;
  return [isAbsent ? insertAfter(place, ` ORDER BY ${keys}`) : replace(place, `ORDER BY ${keys}`)];
}

/** Adds LIMIT; impossible where there is one. */
export function limitTo(written: Written, count: string): Edits {
  const place = placeOf(written, written.statement.layout?.limit);
  return [place && insertAfter(place, ` LIMIT ${count}`)];
}

/** Adds an assignment to those of an UPDATE. */
export function andSet(written: Written, assignment: string): Edits {
  const place = placeOf(written, written.statement.layout?.set);
  return [place && insertAfter(place, `, ${assignment}`)];
}

/** The span, where it belongs to the statement whatever the program does. */
function placeOf({ statement, source }: Written, span: Span | undefined): { source: Source; span: Span } | undefined {
  if (span === undefined || !isOneText(source, statement.span.start, span.end)) return undefined;
  // What stands in a comment for some servers only is no place to write for all.
  if (/\/\*M?!(?!.*\*\/)/s.test(source.text.slice(statement.span.start, span.end))) return undefined;
  return { source, span };
}
