declare const opaque: unique symbol;

/** A column of a declaration. Opaque: it is read from the source, never from the value. */
export interface Column<Value = unknown> {
  readonly [opaque]: Value;
}

const column: Column<never> = Object.freeze({}) as Column<never>;

/** What every helper returns: there is nothing to hold at run time. */
export function makeColumn<Value>(): Column<Value> {
  return column;
}
