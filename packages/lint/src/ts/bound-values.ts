import { ts } from "ts-morph";
import { type BoundValues, NO_VALUES } from "../sql/read.js";
import type { Filling } from "../sql/sql-text.js";
import type { Bindings } from "./bindings.js";
import { keyOf, unwrap } from "./nodes.js";
import { fillingOf } from "./values.js";

/** What `[a, b]` or `{ a, b }` beside a text binds to its placeholders. */
export function boundValues(node: ts.Expression | undefined, bindings: Bindings): BoundValues {
  const values = node && unwrap(node);
  if (values === undefined) return NO_VALUES;
  if (ts.isArrayLiteralExpression(values)) {
    // After a spread nobody knows which value belongs to which placeholder.
    const spread = values.elements.findIndex(ts.isSpreadElement);
    const known = spread === -1 ? values.elements : values.elements.slice(0, spread);
    return { positional: known.map((element) => fillingOf(element, bindings)), named: new Map() };
  }
  if (!ts.isObjectLiteralExpression(values)) return NO_VALUES;
  const named = new Map<string, Filling>();
  for (const entry of values.properties) {
    if (ts.isPropertyAssignment(entry)) named.set(keyOf(entry.name) ?? "", fillingOf(entry.initializer, bindings));
    else if (ts.isShorthandPropertyAssignment(entry)) named.set(entry.name.text, fillingOf(entry.name, bindings));
  }
  return { positional: [], named };
}
