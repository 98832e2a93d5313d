import type { StaticEntry, StaticObject, StaticValue } from "../declaration.js";
import type { SourceRange } from "../diagnostic.js";

/** The entry of that key, `__proto__` and the like included: keys are data here. */
export function entryOf(object: StaticObject | undefined, key: string): StaticEntry | undefined {
  return object?.entries.find((entry) => entry.key === key);
}

/** A value as a message quotes it, short. */
export function describe(value: StaticValue): string {
  switch (value.kind) {
    case "scalar":
      return typeof value.value === "string" ? JSON.stringify(cut(value.value)) : `${value.value}`;
    case "array":
      return "a list";
    case "object":
      return "an object";
    case "column":
      return `the column ${value.helper}()`;
    case "unknown":
      return "what cannot be read";
  }
}

/** Where a dotted path was written; the nearest enclosing option where it was left out; else `fallback`. */
export function placeOf(object: StaticObject, path: string, fallback: SourceRange): SourceRange {
  let current: StaticValue = object;
  let place = fallback;
  for (const key of path.split(".")) {
    const entry: StaticEntry | undefined = current.kind === "object" ? entryOf(current, key) : undefined;
    if (!entry) break;
    place = entry.value.kind === "object" ? entry.keyAt : entry.value.at;
    current = entry.value;
  }
  return place;
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
