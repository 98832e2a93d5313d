import type { SourceRange, StaticValue } from "@queuegen/model";

/** Where the value of a path such as `payload.items[2].name` stands; of as much of the path as is there. */
export function placeOf(value: StaticValue | undefined, path: string): SourceRange | undefined {
  if (value === undefined) return undefined;
  return step(value, path) ?? value.at;
}

function step(value: StaticValue, path: string): SourceRange | undefined {
  if (path === "") return value.at;
  if (value.kind === "array") {
    const [whole, index] = /^\[(\d+)\]\.?/.exec(path) ?? [];
    const item = whole === undefined ? undefined : value.items[Number(index)];
    return item && (step(item, path.slice(whole?.length)) ?? item.at);
  }
  if (value.kind !== "object") return undefined;
  for (const { key, keyAt, value: inner } of value.entries) {
    if (path === key) return inner.at;
    if (!path.startsWith(key)) continue;
    const rest = path.slice(key.length);
    // A key may hold dots itself: another one may fit better.
    if (rest.startsWith(".") || rest.startsWith("[")) return step(inner, rest.replace(/^\./, "")) ?? keyAt;
  }
  return undefined;
}
