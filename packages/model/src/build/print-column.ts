import type { ColumnModel, ColumnType } from "../model.js";

/** A column as a schema writes it, for hints: `varchar(32, { null: true })`. */
export function printColumn({
  type,
  nullable,
  default: value,
  autoIncrement,
}: Omit<ColumnModel, "name" | "field" | "doc">): string {
  const options = [
    ...("unsigned" in type && type.unsigned ? ["unsigned: true"] : []),
    ...(autoIncrement ? ["autoIncrement: true"] : []),
    ...(nullable ? ["null: true"] : []),
    ...(value === undefined || typeof value === "object" ? [] : [`default: ${print(value)}`]),
  ];
  const args = [...sizes(type), ...(options.length > 0 ? [`{ ${options.join(", ")} }`] : [])];
  return `${type.kind}(${args.join(", ")})`;
}

function sizes(type: ColumnType): readonly string[] {
  return "length" in type ? [String(type.length)] : [];
}

function print(value: string | number | bigint | boolean): string {
  return typeof value === "bigint" ? `${value}n` : JSON.stringify(value);
}
