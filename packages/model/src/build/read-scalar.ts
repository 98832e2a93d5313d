import type { StaticScalar, StaticValue } from "../declaration.js";
import { formatDuration, parseDuration } from "../duration.js";
import { nearest } from "../nearest.js";
import type { ScalarOption } from "../option.js";
import type { Problems } from "./problems.js";
import { describe } from "./static-value.js";

/** What a scalar must be: a table entry without its default. */
export type ScalarShape = Omit<ScalarOption<unknown>, "default">;

/** The value in the form the model keeps (durations in ms), or `undefined` after telling what is wrong with it. */
export function readScalar(
  name: string,
  shape: ScalarShape,
  given: StaticValue,
  problems: Problems,
): { readonly value: unknown } | undefined {
  if (problems.skips(given)) return undefined;
  if (given.kind !== "scalar") return tellWrong(name, shape, given, problems);
  if (given.value === null && (shape.nullMeans !== undefined || shape.type === "literal")) return { value: null };
  if (typeof given.value === "string" && shape.words?.includes(given.value)) return { value: given.value };
  const value = convert(shape.type, given.value);
  if (value === undefined) return tellWrong(name, shape, given, problems);
  return withinLimits(name, shape, value, given, problems) ? { value } : undefined;
}

function convert(type: ScalarShape["type"], value: StaticScalar["value"]): unknown {
  switch (type) {
    case "literal":
      return value ?? undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "integer":
      return Number.isSafeInteger(value) ? value : undefined;
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? value : undefined;
    case "duration":
      return typeof value === "number" || typeof value === "string" ? parseDuration(value) : undefined;
    case "text":
      return typeof value === "string" ? value : undefined;
    case "word":
      return undefined;
  }
}

function withinLimits(
  name: string,
  { type, limits }: ScalarShape,
  value: unknown,
  given: StaticScalar,
  problems: Problems,
): boolean {
  const size = typeof value === "string" ? value.length : value;
  if (!limits || typeof size !== "number" || (size >= limits.min && size <= limits.max)) return true;
  const show = type === "duration" ? formatDuration : String;
  const unit = type === "text" ? " characters" : "";
  const [bound, why] =
    size < limits.min
      ? [`at least ${show(limits.min)}`, limits.why]
      : [`at most ${show(limits.max)}`, limits.whyMax ?? limits.why];
  const message = `\`${name}\` is ${show(size)}${unit}; it must be ${bound}: ${why}.`;
  const hint = `Choose ${show(limits.min)} to ${show(limits.max)}${unit}.`;
  problems.error(limits.code ?? "bad-option", given.at, message, hint);
  return false;
}

function tellWrong(name: string, shape: ScalarShape, given: StaticValue, problems: Problems): undefined {
  const close = given.kind === "scalar" ? nearest(String(given.value), shape.words ?? []) : undefined;
  const hint = close === undefined ? shape.doc : `Did you mean "${close}"?`;
  problems.error("bad-option", given.at, `\`${name}\` takes ${expected(shape)}, not ${describe(given)}.`, hint);
}

function expected({ type, words = [], nullMeans }: ScalarShape): string {
  const quoted = words.map((word) => JSON.stringify(word));
  const choices = [...typeNames[type], ...quoted, ...(nullMeans === undefined ? [] : [`null (${nullMeans})`])];
  return choices.length < 2 ? choices.join("") : `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}

const typeNames: Readonly<Record<ScalarShape["type"], readonly string[]>> = {
  boolean: ["true", "false"],
  integer: ["a whole number"],
  number: ["a number"],
  duration: ['a duration such as "15m" (ms s m h d)', "a number of ms"],
  text: ["a text"],
  literal: ["a plain value"],
  word: [],
};
