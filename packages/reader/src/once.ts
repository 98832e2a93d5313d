import type { StaticValue } from "@queuegen/model";
import type { ts } from "ts-morph";
import { notStatic, type Scope } from "./reading.js";

/** Where a value is asked for. */
export interface Use {
  readonly node: ts.Node;
  readonly scope: Scope;
}

/** Evaluates a node the first time it is asked for; a circle is told where it closes. */
export function once(key: ts.Node, use: Use, read: () => StaticValue): StaticValue {
  const { values, active } = use.scope.reading;
  const known = values.get(key);
  if (known) return known;
  if (active.has(key)) return notStatic(use.node, use.scope, "is defined by itself, in a circle");
  active.add(key);
  const value = read();
  active.delete(key);
  values.set(key, value);
  return value;
}
