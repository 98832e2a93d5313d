/** Reports a value that would not come back as it went in. Never returns. */
export type Fail = (path: string, problem: string) => never;

/** MySQL refuses JSON documents that are nested deeper. */
const MAX_DEPTH = 100;

/**
 * JSON text of a payload, or a failure that names the place, for whatever `JSON.stringify` would drop or bend without a
 * word: undefined, functions, symbols, BigInt, NaN, infinities, lone surrogates, Map and Set, cycles. A property that is
 * `undefined` is left out, as it reads the same afterwards. What has `toJSON` may stand for another object, but not for a text (Date, URL): it would not come back.
 */
export function encodeJson(value: unknown, path: string, fail: Fail): string {
  check(value, path, 1, fail);
  return JSON.stringify(value);
}

function check(value: unknown, path: string, depth: number, fail: Fail): void {
  switch (typeof value) {
    case "string":
      if (!value.isWellFormed()) fail(path, "has a lone surrogate, which no database text can hold");
      return;
    case "number":
      if (!Number.isFinite(value)) fail(path, `is ${value}, which JSON turns into null`);
      return;
    case "boolean":
      return;
    case "object":
      if (value !== null) checkObject(value, path, depth, fail);
      return;
    case "bigint":
      fail(path, "is a BigInt, which JSON does not have; store it as a string");
      break;
    default:
      fail(path, `is ${typeof value === "undefined" ? "undefined" : `a ${typeof value}`}, which JSON does not have`);
  }
}

function checkObject(value: object, path: string, depth: number, fail: Fail): void {
  // The depth limit catches cycles as well, without keeping a set of what was seen.
  if (depth > MAX_DEPTH) fail(path.slice(0, 120), `is nested deeper than ${MAX_DEPTH} levels, or refers to itself`);
  if ("toJSON" in value && typeof value.toJSON === "function") {
    const stored: unknown = value.toJSON();
    const name = value.constructor?.name ?? "an object with toJSON";
    if (typeof stored !== "object" || stored === null) {
      const hint = value instanceof Date ? "date.toISOString()" : "that text";
      fail(
        path,
        `is a ${name}, which comes back as ${typeof stored === "string" ? "text" : typeof stored}; store ${hint} and type it so`,
      );
    }
    check(stored, path, depth + 1, fail);
    return;
  }
  if (value instanceof Map || value instanceof Set) fail(path, "is a Map or Set, which JSON turns into {}");
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) check(value[i], `${path}[${i}]`, depth + 1, fail);
    return;
  }
  for (const key of Object.keys(value)) {
    if (!key.isWellFormed()) fail(path, "has a property name with a lone surrogate");
    const item = (value as Record<string, unknown>)[key];
    if (item !== undefined) check(item, `${path}.${key}`, depth + 1, fail);
  }
}
