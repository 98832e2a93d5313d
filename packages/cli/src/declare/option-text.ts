import { type AnyOption, formatDuration } from "@queuegen/model";

/** The type of an option as its documentation writes it: `number | "adaptive"`. Groups and variants have none here. */
export function typeText(option: Extract<AnyOption, { default: unknown }>): string {
  if (option.type === "variants") return "object";
  if (option.type === "list") return `readonly ${option.item === "duration" ? "Duration" : "string"}[]`;
  const words = (option.words ?? []).map((word) => JSON.stringify(word));
  const nulls = option.nullMeans === undefined ? [] : ["null"];
  return [...scalarTypes[option.type], ...words, ...nulls].join(" | ");
}

const scalarTypes = {
  boolean: ["boolean"],
  integer: ["number"],
  number: ["number"],
  duration: ["Duration"],
  text: ["string"],
  word: [],
  literal: ["string | number | bigint | boolean | null"],
} as const;

/** `From 5s to 1d.`, where the option has limits. */
export function rangeText(option: AnyOption): string | undefined {
  if (!("limits" in option) || !option.limits) return undefined;
  if (option.type === "list" && option.item === "text") {
    return `At most ${option.maxItems}, each of up to ${option.limits.max} characters.`;
  }
  if (option.type === "text") return `Up to ${option.limits.max} characters.`;
  const isDuration = option.type === "duration" || (option.type === "list" && option.item === "duration");
  const show = isDuration ? formatDuration : String;
  return `From ${show(option.limits.min)} to ${show(option.limits.max)}.`;
}

/** The default as it would be written, or in words; `undefined` where the option must be given or has no plain one. */
export function defaultText(option: AnyOption): string | undefined {
  if (option.type === "group" || "required" in option.default) return undefined;
  if ("text" in option.default) return option.default.text;
  const { value } = option.default;
  if (value === undefined) return undefined;
  if (option.type === "duration" && typeof value === "number") return formatDuration(value);
  return option.type === "variants" ? undefined : JSON.stringify(value);
}

/** Everything the table says about an option, in sentences. */
export function docText(option: AnyOption): string {
  const nulls = "nullMeans" in option && option.nullMeans !== undefined ? `null: ${option.nullMeans}.` : undefined;
  return [option.doc, rangeText(option), nulls].filter((part) => part !== undefined).join(" ");
}
