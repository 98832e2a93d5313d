import type { StaticArray, StaticObject, StaticValue } from "../declaration.js";
import type { SourceRange } from "../diagnostic.js";
import { nearest, suggest } from "../nearest.js";
import { type AnyOption, type AnyOptionTable, anyTable, type OptionTable } from "../option.js";
import type { Problems } from "./problems.js";
import { readScalar } from "./read-scalar.js";
import { describe, entryOf } from "./static-value.js";

/**
 * Reads an object against its table, every default filled in. A wrong option is told and takes its default, so that it
 * hides no other; a required one stays undefined. `at` is where missing options are told.
 */
export function readOptions<Values extends object>(
  table: OptionTable<Values>,
  object: StaticObject | undefined,
  at: SourceRange,
  problems: Problems,
): Values {
  refuseUnknown(Object.keys(table), object, {}, problems);
  return readTable(anyTable(table), object, at, problems) as Values;
}

/** Tells each key that is not among `known`. `elsewhere` has better hints for some of them than the nearest word. */
export function refuseUnknown(
  known: readonly string[],
  object: StaticObject | undefined,
  elsewhere: Readonly<Record<string, string>>,
  problems: Problems,
): void {
  for (const { key, keyAt } of object?.entries ?? []) {
    if (known.includes(key)) continue;
    const hint = Object.hasOwn(elsewhere, key) ? elsewhere[key] : undefined;
    problems.error("unknown-option", keyAt, `There is no option \`${key}\` here.`, hint ?? suggest(key, known));
  }
}

/** As `readOptions`, without the check for unknown keys. */
export function readTable(
  table: AnyOptionTable,
  object: StaticObject | undefined,
  at: SourceRange,
  problems: Problems,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(table)) {
    const given = entryOf(object, name);
    values[name] = given
      ? readOption(name, option, given.value, values, problems)
      : readMissing(name, option, values, at, problems);
  }
  return values;
}

function readMissing(name: string, option: AnyOption, siblings: object, at: SourceRange, problems: Problems): unknown {
  if (option.type !== "group" && "required" in option.default) {
    problems.error("missing-option", at, `\`${name}\` is missing.`, option.doc);
  }
  return defaultOf(option, siblings);
}

function readOption(
  name: string,
  option: AnyOption,
  value: StaticValue,
  siblings: object,
  problems: Problems,
): unknown {
  if (problems.skips(value)) return defaultOf(option, siblings);
  switch (option.type) {
    case "group":
      return readGroup(name, option.options, value, problems);
    case "variants":
      return readVariant(name, option, value, siblings, problems);
    case "list":
      return readList(name, option, value, siblings, problems);
    default:
      return valueOr(readScalar(name, option, value, problems), () => defaultOf(option, siblings));
  }
}

function readGroup(name: string, table: AnyOptionTable, value: StaticValue, problems: Problems): unknown {
  if (value.kind !== "object") {
    const hint = `Write \`${name}: { ... }\` with some of: ${Object.keys(table).join(", ")}.`;
    problems.error("bad-option", value.at, `\`${name}\` takes options in braces, not ${describe(value)}.`, hint);
    return defaultsOf(table);
  }
  refuseUnknown(Object.keys(table), value, {}, problems);
  return readTable(table, value, value.at, problems);
}

function readVariant(
  name: string,
  option: Extract<AnyOption, { type: "variants" }>,
  value: StaticValue,
  siblings: object,
  problems: Problems,
): unknown {
  const shapes = Object.entries(option.variants);
  const marked = shapes.filter(([, { mark }]) => value.kind === "object" && entryOf(value, mark) !== undefined);
  const [chosen] = marked;
  if (value.kind === "object" && chosen === undefined) {
    // A slip in a name is told by that name.
    const known = shapes.flatMap(([, { options }]) => Object.keys(options));
    if (value.entries.some(({ key }) => !known.includes(key) && nearest(key, known) !== undefined)) {
      refuseUnknown([...new Set(known)], value, {}, problems);
      return defaultOf(option, siblings);
    }
  }
  if (value.kind !== "object" || chosen === undefined || marked.length > 1) {
    const choice = shapes.map(([, { mark, doc }]) => `{ ${mark} }: ${doc}`).join("\n");
    const found = marked.length > 1 ? `${marked.map(([, { mark }]) => mark).join(" and ")} together` : describe(value);
    problems.error("bad-option", value.at, `\`${name}\` takes one of ${shapes.length} shapes, not ${found}.`, choice);
    return defaultOf(option, siblings);
  }
  const [kind, { options }] = chosen;
  refuseUnknown(Object.keys(options), value, {}, problems);
  return { kind, ...readTable(options, value, value.at, problems) };
}

function readList(
  name: string,
  option: Extract<AnyOption, { type: "list" }>,
  value: StaticValue,
  siblings: object,
  problems: Problems,
): unknown {
  if (value.kind !== "array" || value.items.length === 0) {
    const found = value.kind === "array" ? "an empty one" : describe(value);
    problems.error("bad-option", value.at, `\`${name}\` takes a list, not ${found}.`, option.doc);
    return defaultOf(option, siblings);
  }
  if (value.items.length > option.maxItems) tellTooMany(name, option.maxItems, value, problems);
  const { item: type, doc, limits } = option;
  const items = value.items.map((item) => readScalar(name, { type, doc, limits }, item, problems));
  return items.every((item) => item !== undefined) ? items.map((item) => item.value) : defaultOf(option, siblings);
}

function tellTooMany(name: string, maxItems: number, value: StaticArray, problems: Problems): void {
  const message = `\`${name}\` has ${value.items.length} items.`;
  problems.error("bad-option", value.at, message, `At most ${maxItems} are allowed.`);
}

function valueOr(read: { readonly value: unknown } | undefined, otherwise: () => unknown): unknown {
  return read ? read.value : otherwise();
}

function defaultOf(option: AnyOption, siblings: object): unknown {
  if (option.type === "group") return defaultsOf(option.options);
  if ("required" in option.default) return undefined;
  return "value" in option.default ? option.default.value : option.default.from(siblings);
}

function defaultsOf(table: AnyOptionTable): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(table)) values[name] = defaultOf(option, values);
  return values;
}
