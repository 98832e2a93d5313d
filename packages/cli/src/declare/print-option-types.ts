import type { AnyOption, AnyOptionTable } from "@queuegen/model";
import { formatDuration } from "@queuegen/model";

/** The TypeScript members of an option table, each under its documentation, as `defineQueue` takes them. */
export function printOptionTypes(table: AnyOptionTable, indent: string): string {
  return Object.entries(table)
    .map(
      ([name, option]) =>
        `${indent}/** ${docOf(option)} */\n${indent}readonly ${name}${printMember(option, indent)};\n`,
    )
    .join("");
}

function printMember(option: AnyOption, indent: string): string {
  switch (option.type) {
    case "group":
      return `?: ${braces(option.options, indent)}`;
    case "variants": {
      const shapes = Object.values(option.variants).map(({ options }) => braces(options, `${indent}    `));
      return `?:\n${shapes.map((shape) => `${indent}  | ${shape}`).join("\n")}`;
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

function braces(table: AnyOptionTable, indent: string): string {
  return `{\n${printOptionTypes(table, `${indent}  `)}${indent}}`;
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
