import type { AnyOption, AnyOptionTable } from "@queuegen/model";
import { formatDuration } from "@queuegen/model";

/**
 * The TypeScript interfaces of an option table, as `defineQueue` takes them. Each group is an interface of its own:
 * in nested ones a bundler of type declarations loses the documentation.
 */
export function printOptionTypes(name: string, doc: string, table: AnyOptionTable): string {
  const members = Object.entries(table).map(
    ([key, option]) => `  /** ${docOf(option)} */\n  readonly ${key}${printType(key, option)};\n`,
  );
  const own = `/** ${doc} */\nexport interface ${name} {\n${members.join("")}}\n`;
  return [own, ...Object.entries(table).flatMap(([key, option]) => printParts(key, option))].join("\n");
}

function printParts(key: string, option: AnyOption): readonly string[] {
  if (option.type === "group") return [printOptionTypes(groupName(key), option.doc, option.options)];
  if (option.type !== "variants") return [];
  return Object.entries(option.variants).map(([kind, { doc, options }]) =>
    printOptionTypes(variantName(kind, key), doc, options),
  );
}

function printType(key: string, option: AnyOption): string {
  switch (option.type) {
    case "group":
      return `?: ${groupName(key)}`;
    case "variants": {
      const shapes = Object.keys(option.variants).map((kind) => variantName(kind, key));
      return `?: ${shapes.join(" | ")}`;
    }
    case "list":
      return `${mark(option)}: readonly ${itemTypes[option.item]}[]`;
    default: {
      const nulls = option.nullMeans === undefined ? [] : ["null"];
      const words = (option.words ?? []).map((word) => JSON.stringify(word));
      return `${mark(option)}: ${[...(scalarTypes[option.type] ?? []), ...words, ...nulls].join(" | ")}`;
    }
  }
}

function groupName(key: string): string {
  return `${capitalize(key)}Options`;
}

function variantName(kind: string, key: string): string {
  return capitalize(kind) + capitalize(key);
}

/** `claim` gives `Claim`. */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function mark({ default: value }: Exclude<AnyOption, { type: "group" }>): "" | "?" {
  return "required" in value ? "" : "?";
}

const itemTypes = { duration: "Duration", text: "string" } as const;

const scalarTypes: Readonly<Record<string, readonly string[]>> = {
  boolean: ["boolean"],
  integer: ["number"],
  number: ["number"],
  duration: ["Duration"],
  text: ["string"],
  word: [],
};

function docOf(option: AnyOption): string {
  const nulls = "nullMeans" in option && option.nullMeans !== undefined ? `null: ${option.nullMeans}.` : undefined;
  return [option.doc, rangeOf(option), nulls, defaultOf(option)].filter((part) => part !== undefined).join(" ");
}

function rangeOf(option: AnyOption): string | undefined {
  if (!("limits" in option) || !option.limits) return undefined;
  const isDuration = option.type === "duration" || (option.type === "list" && option.item === "duration");
  const show = isDuration ? formatDuration : String;
  return `From ${show(option.limits.min)} to ${show(option.limits.max)}.`;
}

function defaultOf(option: AnyOption): string | undefined {
  if (option.type === "group" || "required" in option.default) return undefined;
  if ("text" in option.default) return `Default: ${option.default.text}.`;
  const { value } = option.default;
  if (option.type === "duration" && typeof value === "number") return `Default: ${formatDuration(value)}.`;
  return option.type === "variants" ? undefined : `Default: ${JSON.stringify(value)}.`;
}
