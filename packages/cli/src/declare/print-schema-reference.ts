import { type AnyOption, type AnyOptionTable, anyTable, type ColumnHelper, type ModeDesign } from "@queuegen/model";
import { defaultText, docText, typeText } from "./option-text.js";
import { capitalize } from "./print-option-types.js";

/** The options of a mode as tables of Markdown, one for the mode and one for each group and shape in it. */
export function printModeReference({ name, options }: ModeDesign): string {
  const table = anyTable(options);
  return [`## Mode ${name}`, ...optionTables([], table)].join("\n\n");
}

/** The column helpers as a table, and the options that they take. */
export function printColumnReference(helpers: Readonly<Record<string, ColumnHelper>>): string {
  const rows = Object.entries(helpers).map(([name, { doc, args, options }]) => {
    const call = `${name}(${[...Object.keys(args), "options?"].join(", ")})`;
    return [code(call), doc, Object.keys(options).map(code).join(", ")];
  });
  const all: AnyOptionTable = Object.assign({}, ...Object.values(helpers).map(({ options }) => options));
  return [table(["helper", "column", "options"], rows), "Options of columns:", optionRows(all)].join("\n\n");
}

function optionTables(path: readonly string[], options: AnyOptionTable): readonly string[] {
  const plain = Object.entries(options).filter(([, { type }]) => type !== "group" && type !== "variants");
  const title = path.length === 0 ? [] : [`### ${code(path.join("."))}`];
  return [
    ...(plain.length > 0 ? [...title, optionRows(Object.fromEntries(plain))] : []),
    ...Object.entries(options).flatMap(([name, option]) => nestedTables([...path, name], option)),
  ];
}

function nestedTables(path: readonly string[], option: AnyOption): readonly string[] {
  if (option.type === "group") {
    const [title, ...rest] = optionTables(path, option.options);
    return [title ?? "", option.doc, ...rest];
  }
  if (option.type !== "variants") return [];
  const shapes = Object.entries(option.variants).flatMap(([kind, { doc, options }]) => [
    `${capitalize(kind)}: ${doc.charAt(0).toLowerCase()}${doc.slice(1)}`,
    optionRows(options),
  ]);
  return [`### ${code(path.join("."))}`, `${option.doc} One of these shapes:`, ...shapes];
}

function optionRows(options: AnyOptionTable): string {
  const rows = Object.entries(options).map(([name, option]) => [
    code(name),
    option.type === "group" ? "" : code(typeText(option)),
    option.type !== "group" && "required" in option.default ? "must be given" : code(defaultText(option) ?? ""),
    docText(option),
  ]);
  return table(["option", "type", "default", "meaning"], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function code(text: string): string {
  return text === "" ? "" : `\`${text}\``;
}
