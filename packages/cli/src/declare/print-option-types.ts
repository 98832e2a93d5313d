import type { AnyOption, AnyOptionTable } from "@queuegen/model";
import { defaultText, docText, typeText } from "./option-text.js";

/**
 * The TypeScript interfaces of an option table, as `defineQueue` takes them. Each group is an interface of its own:
 * in nested ones a bundler of type declarations loses the documentation.
 */
export function printOptionTypes(name: string, doc: string, table: AnyOptionTable): string {
  const members = Object.entries(table).map(
    ([key, option]) => `  /** ${commentOf(option)} */\n  readonly ${key}${printType(key, option)};\n`,
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
  if (option.type === "group") return `?: ${groupName(key)}`;
  const mark = "required" in option.default ? "" : "?";
  if (option.type !== "variants") return `${mark}: ${typeText(option)}`;
  const shapes = Object.keys(option.variants).map((kind) => variantName(kind, key));
  return `${mark}: ${shapes.join(" | ")}`;
}

function commentOf(option: AnyOption): string {
  const value = defaultText(option);
  return value === undefined ? docText(option) : `${docText(option)} Default: ${value}.`;
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
