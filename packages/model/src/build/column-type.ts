import type { ColumnType } from "../model.js";
import { isStorable, unstorable } from "./column-default.js";

/** What is wrong with a type whose arguments are each right alone, as a sentence. */
export function columnTypeProblem(type: ColumnType): string | undefined {
  if (type.kind === "decimal") {
    return type.scale > type.precision
      ? `${type.scale} digits after the point are more than ${type.precision} in all.`
      : undefined;
  }
  if (type.kind === "enum") return enumProblem(type.values);
  return "charset" in type || "collate" in type ? encodingProblem(type.charset, type.collate) : undefined;
}

function enumProblem(values: readonly string[]): string | undefined {
  if (!values.every(isStorable)) return unstorable;
  const padded = values.find((value) => value.endsWith(" "));
  if (padded !== undefined) return `${JSON.stringify(padded)} ends with a blank, which MySQL cuts off.`;
  const folded = values.map(fold);
  const twice = values.find((_, index) => folded.indexOf(folded[index] ?? "") !== index);
  return twice === undefined
    ? undefined
    : `${JSON.stringify(twice)} is there twice for MySQL, which compares without case and accents.`;
}

/** The usual collations compare without case and accents: the server takes "é" and "E" for one word. */
function fold(value: string): string {
  return value.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
}

function encodingProblem(charset: string | undefined, collate: string | undefined): string | undefined {
  for (const name of [charset, collate]) {
    if (name !== undefined && !/^[a-z0-9_]+$/i.test(name))
      return `${JSON.stringify(name)} is no character set or collation.`;
  }
  if (charset === undefined || collate === undefined || collate === "binary") return undefined;
  return collate.startsWith(`${charset}_`)
    ? undefined
    : `Collation ${collate} does not belong to character set ${charset}.`;
}

/** Most bytes that a value takes in its row; blobs and long texts are kept elsewhere. */
export function bytesInRow(type: ColumnType): number {
  switch (type.kind) {
    case "char":
    case "varchar":
      return (
        type.length * bytesPerCharacter(type.charset ?? type.collate?.split("_")[0]) + (type.kind === "varchar" ? 2 : 0)
      );
    case "binary":
    case "varbinary":
      return type.length + (type.kind === "varbinary" ? 2 : 0);
    case "decimal":
      return Math.ceil(type.precision / 2) + 1;
    default:
      return fixedBytes[type.kind];
  }
}

function bytesPerCharacter(charset: string | undefined): number {
  if (charset === "ascii" || charset?.startsWith("latin") || charset === "binary") return 1;
  return charset === "utf8" || charset === "utf8mb3" ? 3 : 4;
}

const pointer = 12;

const fixedBytes: Readonly<
  Record<Exclude<ColumnType["kind"], "char" | "varchar" | "binary" | "varbinary" | "decimal">, number>
> = {
  tinyint: 1,
  boolean: 1,
  year: 1,
  smallint: 2,
  enum: 2,
  mediumint: 3,
  date: 3,
  int: 4,
  float: 4,
  time: 6,
  timestamp: 7,
  datetime: 8,
  bigint: 8,
  double: 8,
  json: pointer,
  tinytext: pointer,
  text: pointer,
  mediumtext: pointer,
  longtext: pointer,
  tinyblob: pointer,
  blob: pointer,
  mediumblob: pointer,
  longblob: pointer,
};

/** Types that no plain index can hold. */
export function isLong(type: ColumnType): boolean {
  return fixedBytes[type.kind as keyof typeof fixedBytes] === pointer;
}
