import type { StaticValue } from "@queuegen/model";
import type { ts } from "ts-morph";
import { notStatic, type Scope } from "./reading.js";

/** Evaluates a node the first time it is asked for; a circle is told where it closes. */
export function once(key: ts.Node, user: ts.Node, scope: Scope, read: () => StaticValue): StaticValue {
  const { values, active } = scope.reading;
  const known = values.get(key);
  if (known) return known;
  if (active.has(key)) return notStatic(user, scope, "is defined by itself, in a circle");
  active.add(key);
  const value = read();
  active.delete(key);
  values.set(key, value);
  return value;
}
