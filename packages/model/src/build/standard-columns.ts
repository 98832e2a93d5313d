import type { SourceRange } from "../diagnostic.js";
import type { StandardColumn } from "../mode.js";
import type { ColumnModel, ColumnType } from "../model.js";
import { printColumn } from "./print-column.js";
import type { Problems } from "./problems.js";
import type { DeclaredColumn } from "./read-column.js";
import type { FieldNames } from "./read-fields.js";

/** The standard columns: as the mode makes them, retyped or documented by the schema where it names them. */
export function standardColumns(
  standard: readonly StandardColumn[],
  fields: FieldNames,
  declared: ReadonlyMap<string, DeclaredColumn | undefined>,
  at: SourceRange,
  problems: Problems,
): readonly ColumnModel[] {
  const named = standard.map((column) => ({ column, name: fields[column.field] ?? column.field }));
  const missing = named.filter(({ column, name }) => column.declared && !declared.has(name));
  if (missing.length > 0) tellMissing(missing, at, problems);
  return named.map(({ column, name }) => {
    const own = declared.get(name);
    return own ? retyped(column, own, problems) : { name, ...madeBy(column), doc: undefined };
  });
}

interface Named {
  readonly column: StandardColumn;
  readonly name: string;
}

function tellMissing(missing: readonly Named[], at: SourceRange, problems: Problems): void {
  const names = missing.map(({ name }) => `\`${name}\``).join(", ");
  const message = `${missing.length === 1 ? `Column ${names} is` : `Columns ${names} are`} missing: a schema shows what a claim stands on.`;
  const lines = missing.map(({ column, name }) => `  ${name}: ${printColumn(column)},`);
  problems.error(missing[0]?.column.code ?? "", at, message, ["Add to columns:", ...lines].join("\n"));
}

function retyped(column: StandardColumn, own: DeclaredColumn, problems: Problems): ColumnModel {
  const problem = typeProblem(column, own) ?? shapeProblem(column, own);
  if (problem) {
    const rename = column.declared
      ? ""
      : `, or rename yours: \`${own.name}\` is a standard column of every claim queue`;
    const code = column.field === "status" && isText(own.type) ? "no-enum-status" : column.code;
    problems.error(code, own.entry.value.at, problem, `Write \`${own.name}: ${printColumn(column)}\`${rename}.`);
  }
  return {
    name: own.name,
    ...madeBy(column),
    ...(column.accepts.unnumbered && { autoIncrement: own.autoIncrement }),
    type: withEncoding(own.type, column.type),
    comment: own.comment ?? column.comment,
    doc: own.doc,
    ...(own.renamedFrom !== undefined && { renamedFrom: own.renamedFrom }),
  };
}

function typeProblem({ accepts }: StandardColumn, { name, type }: DeclaredColumn): string | undefined {
  if (!accepts.kinds.includes(type.kind)) {
    return `\`${name}\` cannot be ${article(type.kind)}: ${accepts.why}. It may be ${accepts.kinds.join(" or ")}.`;
  }
  if (accepts.unsigned && "unsigned" in type && !type.unsigned) return `\`${name}\` must be unsigned: ${accepts.why}.`;
  if (accepts.minLength !== undefined && "length" in type && type.length < accepts.minLength) {
    return `\`${name}\` has ${type.length} characters, which is too few: ${accepts.why}.`;
  }
  return undefined;
}

function shapeProblem(column: StandardColumn, own: DeclaredColumn): string | undefined {
  const name = `\`${own.name}\``;
  if (own.nullable !== column.nullable) {
    return column.nullable
      ? `${name} must be able to be NULL: it is while no worker owns the row.`
      : `${name} cannot be NULL: it always has a value.`;
  }
  if (own.autoIncrement !== column.autoIncrement && !column.accepts.unnumbered) {
    return column.autoIncrement
      ? `The server must number ${name}: enqueue gives it no value.`
      : `The server cannot number ${name}.`;
  }
  if (own.default !== column.default) {
    return column.default === undefined
      ? `${name} takes no default.`
      : `The default of ${name} must be ${String(column.default)}, as in every new row.`;
  }
  return undefined;
}

/** A token is compared byte by byte wherever the schema does not say otherwise. */
function withEncoding(own: ColumnType, standard: ColumnType): ColumnType {
  if (!isBoundedText(own) || !isBoundedText(standard)) return own;
  if (own.charset !== undefined || own.collate !== undefined) return own;
  const { kind, length } = own;
  return { ...standard, kind, length };
}

function isBoundedText(type: ColumnType): type is Extract<ColumnType, { kind: "char" | "varchar" }> {
  return type.kind === "char" || type.kind === "varchar";
}

/** What the mode decides. Where the schema differs it has been told, so that its values do not count. */
function madeBy(column: StandardColumn): Omit<ColumnModel, "name" | "doc"> {
  const { field, type, nullable, default: value, autoIncrement, comment } = column;
  return { field, type, nullable, default: value, autoIncrement, comment };
}

function isText(type: ColumnType): boolean {
  return type.kind === "enum" || type.kind.endsWith("char") || type.kind.endsWith("text");
}

function article(kind: string): string {
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}
