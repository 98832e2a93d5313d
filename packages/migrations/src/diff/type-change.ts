import type { Target } from "@queuegen/modes";
import type { ChangeCode } from "./change.js";
import { fitsIn } from "./fits-in.js";
import { type ParsedType, parseColumnType } from "./parse-column-type.js";
import { bytesPerCharacter, valueRange } from "./value-range.js";

/** What a change of a column's type does to the table and to what is in it. */
export interface TypeChange {
  readonly code: Extract<ChangeCode, "widen-type" | "change-type" | "narrow-type">;
  readonly destructive?: string;
  readonly copies?: string;
}

/** How the servers change a type, by the documentation of MySQL 5.7 and 8.0 and MariaDB 10.6; tried on MySQL 9.7 and MariaDB 10.11. */
export function typeChange(before: string, after: string, target: Target): TypeChange {
  const from = parseColumnType(before);
  const to = parseColumnType(after);
  if (!keepsValues(from, to)) {
    return {
      code: "narrow-type",
      destructive: `values that do not fit in ${after}: the statement fails on them or changes them`,
      copies: COPIES,
    };
  }
  return isInPlace(from, to, target) ? { code: "widen-type" } : { code: "change-type", copies: COPIES };
}

const COPIES = "the server copies every row into a table of the new type";

function keepsValues(from: ParsedType, to: ParsedType): boolean {
  if (from.base === "enum" && to.base === "enum") return from.args.every((word) => to.args.includes(word));
  const [old, fresh] = [valueRange(from), valueRange(to)];
  if (old !== undefined && fresh !== undefined) return fitsIn(old, fresh);
  return from.base === to.base && from.args.join() === to.args.join() && from.unsigned === to.unsigned;
}

/** Where the rows stay as they are on disk: only what is known of the table changes. */
function isInPlace(from: ParsedType, to: ParsedType, target: Target): boolean {
  if (from.base !== to.base || from.charset !== to.charset || from.collate !== to.collate) return false;
  if (from.unsigned !== to.unsigned) return false;
  switch (from.base) {
    case "enum":
      // Each word is kept as its number, in one byte up to 255 words.
      return (
        from.args.every((word, index) => to.args[index] === word) && from.args.length > 255 === to.args.length > 255
      );
    case "varchar":
      return sameLengthBytes(from, to, bytesPerCharacter(charsetOf(from)), target);
    case "varbinary":
      return sameLengthBytes(from, to, 1, target);
    case "tinyint":
      // boolean and tinyint: the display width alone.
      return true;
    default:
      return from.args.join() === to.args.join();
  }
}

function charsetOf({ charset, collate }: ParsedType): string {
  return charset ?? collate?.split("_")[0] ?? "utf8mb4";
}

/**
 * The length of a value takes one byte up to 255 and two beyond: MySQL rewrites the rows where that changes. MariaDB keeps
 * lengths up to 127 in a form that serves both.
 */
function sameLengthBytes(from: ParsedType, to: ParsedType, width: number, target: Target): boolean {
  const [old, fresh] = [Number(from.args[0]) * width, Number(to.args[0]) * width];
  return old > 255 === fresh > 255 || (target === "mariadb106" && old <= 127);
}
