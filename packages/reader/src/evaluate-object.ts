import type { SourceRange, StaticEntry, StaticValue } from "@queuegen/model";
import { ts } from "ts-morph";
import { evaluate } from "./evaluate.js";
import { evaluateName } from "./evaluate-reference.js";
import { jsDocOf } from "./js-doc.js";
import { maxSize, notStatic, type Scope } from "./reading.js";
import { rangeOf } from "./source-range.js";
import { unwrap } from "./unwrap.js";

/** Keys are data here, `__proto__` and `constructor` too. An object with a part of unknown keys is unknown as a whole. */
export function evaluateObject(node: ts.ObjectLiteralExpression, scope: Scope): StaticValue {
  const entries = new Map<string, StaticEntry>();
  let complete = true;
  for (const property of node.properties) {
    const read = ts.isSpreadAssignment(property) ? readSpread(property, scope) : readProperty(property, scope);
    if (!read) complete = false;
    for (const entry of read ?? []) {
      // As at run time: a key keeps its first place, its last value counts, and undefined is as good as absent.
      if (entry.value === undefined) entries.delete(entry.key);
      else entries.set(entry.key, { ...entry, value: entry.value });
    }
    if (entries.size > maxSize) return notStatic(node, scope, "has too many properties");
  }
  const at = rangeOf(node, scope.module.source);
  return complete ? { kind: "object", entries: [...entries.values()], at } : { kind: "unknown", at };
}

type ReadEntry = Omit<StaticEntry, "value"> & { readonly value: StaticValue | undefined };

/** `undefined` where the keys cannot be known. */
function readSpread({ expression }: ts.SpreadAssignment, scope: Scope): readonly ReadEntry[] | undefined {
  const value = evaluate(expression, scope);
  if (value.kind === "object") return value.entries;
  if (value.kind !== "unknown") notStatic(expression, scope, "is no object, so it cannot be spread here");
  return undefined;
}

function readProperty(
  property: Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>,
  scope: Scope,
): readonly ReadEntry[] | undefined {
  if (ts.isShorthandPropertyAssignment(property)) {
    return [entry(property.name.text, property.name, evaluateName(property.name, scope), property, scope)];
  }
  const key = keyOf(property.name, scope);
  if (key === undefined) return undefined;
  const value = ts.isPropertyAssignment(property)
    ? evaluateUnlessUndefined(property.initializer, scope)
    : notStatic(property.name, scope, "is a function, and a schema holds only data");
  return [entry(key, property.name, value, property, scope)];
}

function entry(key: string, name: ts.Node, value: StaticValue | undefined, property: ts.Node, scope: Scope): ReadEntry {
  return { key, keyAt: rangeOf(name, scope.module.source), value, doc: jsDocOf(property) };
}

function keyOf(name: ts.PropertyName, scope: Scope): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) return name.text;
  if (ts.isNumericLiteral(name)) return String(Number(name.text));
  if (!ts.isComputedPropertyName(name)) {
    notStatic(name, scope, "is no key that a schema can use");
    return undefined;
  }
  const value = evaluate(name.expression, scope);
  if (value.kind === "scalar" && (typeof value.value === "string" || typeof value.value === "number")) {
    return String(value.value);
  }
  if (value.kind !== "unknown") notStatic(name, scope, "is no key that a schema can use");
  return undefined;
}

/** An option that is written as undefined is left to its default. */
function evaluateUnlessUndefined(node: ts.Expression, scope: Scope): StaticValue | undefined {
  const plain = unwrap(node);
  const isUndefined = ts.isIdentifier(plain) && plain.text === "undefined";
  return isUndefined ? undefined : evaluate(node, scope);
}

export function evaluateArray(node: ts.ArrayLiteralExpression, scope: Scope): StaticValue {
  const at: SourceRange = rangeOf(node, scope.module.source);
  const items: StaticValue[] = [];
  for (const element of node.elements) {
    if (!ts.isSpreadElement(element)) {
      items.push(evaluate(element, scope));
      continue;
    }
    const spread = evaluate(element.expression, scope);
    if (spread.kind !== "array") {
      return spread.kind === "unknown" ? { kind: "unknown", at } : notStatic(element, scope, "is no list");
    }
    items.push(...spread.items);
    if (items.length > maxSize) return notStatic(node, scope, "has too many items");
  }
  return { kind: "array", items, at };
}
