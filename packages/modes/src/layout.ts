/**
 * Line breaks as Prettier's defaults set them, so that a formatter run over the whole project leaves generated files as
 * they are. Only the shapes that occur; what would need more carries `// prettier-ignore`.
 */
const WIDTH = 80;

/** The first form whose longest line fits; the last one where none does. Forms go from one line to many. */
export function fit(...forms: readonly string[]): string {
  return forms.find((form) => form.split("\n").every((line) => line.length <= WIDTH)) ?? forms.at(-1) ?? "";
}

/** A line that stays whole even where it is too long. */
export function keep(text: string): string {
  return text.length <= WIDTH ? text : ignored(text);
}

/** `import type { A, B } from "x";`; a single name is never broken. */
export function importType(names: readonly string[], from: string): string {
  const line = `import type { ${names.join(", ")} } from ${JSON.stringify(from)};`;
  if (names.length === 1) return line;
  return fit(line, `import type {\n${names.map((name) => `  ${name},\n`).join("")}} from ${JSON.stringify(from)};`);
}

/** `  name: A | B;` in an interface, from the members of the union. */
export function member(name: string, union: readonly string[], opaque: boolean): string {
  const line = `  ${name}: ${union.join(" | ")};`;
  if (opaque) return ignored(line);
  if (union.length === 1) return keep(line);
  return fit(line, `  ${name}:${union.map((part) => `\n    | ${part}`).join("")};`);
}

/** `  name: Column<A, B>;` in an interface. */
export function columnMember(name: string, args: readonly (readonly string[])[], opaque: boolean): string {
  const types = args.map((union) => union.join(" | "));
  const line = `  ${name}: Column<${types.join(", ")}>;`;
  if (opaque) return ignored(line);
  return fit(line, `  ${name}: Column<\n${types.map((type) => `    ${type}`).join(",\n")}\n  >;`, ignored(line));
}

function ignored(line: string): string {
  return `${/^ */.exec(line)?.[0] ?? ""}// prettier-ignore\n${line}`;
}
