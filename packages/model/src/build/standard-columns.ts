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
  return standard.map((column) => {
    const name = fields[column.field] ?? column.field;
    const own = declared.get(name);
    if (own) return retyped(column, own, problems);
    if (column.declared && !declared.has(name)) tellMissing(column, name, at, problems);
    return { name, ...madeBy(column), doc: undefined };
  });
}

function tellMissing(column: StandardColumn, name: string, at: SourceRange, problems: Problems): void {
  const message = `Column \`${name}\` is missing: the schema shows the columns that a claim stands on.`;
  problems.error(column.code, at, message, `Add \`${name}: ${printColumn(column)},\` to columns.`);
}

function retyped(column: StandardColumn, own: DeclaredColumn, problems: Problems): ColumnModel {
  const problem = typeProblem(column, own.type) ?? shapeProblem(column, own);
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
    type: withEncoding(own.type, column.type),
    comment: own.comment ?? column.comment,
    doc: own.doc,
  };
}

function typeProblem({ accepts }: StandardColumn, type: ColumnType): string | undefined {
  if (!accepts.kinds.includes(type.kind)) {
    return `This column cannot be ${article(type.kind)}: ${accepts.why}. It may be ${accepts.kinds.join(" or ")}.`;
  }
  if (accepts.unsigned && "unsigned" in type && !type.unsigned) return `This column must be unsigned: ${accepts.why}.`;
  if (accepts.minLength !== undefined && "length" in type && type.length < accepts.minLength) {
    return `${type.length} characters are too few: ${accepts.why}.`;
  }
  return undefined;
}

function shapeProblem(column: StandardColumn, own: DeclaredColumn): string | undefined {
  if (own.nullable !== column.nullable) {
    return `This column ${column.nullable ? "must" : "cannot"} be NULL: ${column.nullable ? "it is NULL while no worker owns the row" : "it always has a value"}.`;
  }
  if (own.autoIncrement !== column.autoIncrement) {
    return column.autoIncrement
      ? "The server must number this column: enqueue gives no value."
      : "The server cannot number this column.";
  }
  if (own.default !== column.default) {
    return column.default === undefined
      ? "This column takes no default."
      : `The default of this column is ${String(column.default)}.`;
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
