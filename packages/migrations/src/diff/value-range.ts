import { type ParsedType, sizeOf } from "./parse-column-type.js";

/** What values of a type can be, as far as types are compared by it. */
export type ValueRange =
  | {
      readonly kind: "number";
      /** Digits before the point that every value fits in, and that fit in every value. */
      readonly min: bigint;
      readonly max: bigint;
      /** Digits after the point. */
      readonly scale: number;
    }
  | { readonly kind: "float" | "double" }
  | { readonly kind: "text" | "bytes"; readonly length: number; readonly charset: string; readonly padded: boolean }
  | { readonly kind: "moment"; readonly day: boolean; readonly time: boolean; readonly precision: number; readonly short: boolean }
  | { readonly kind: "json" };

const INTEGER_BITS: Readonly<Record<string, bigint>> = {
  tinyint: 8n,
  smallint: 16n,
  mediumint: 24n,
  int: 32n,
  bigint: 64n,
};

/** Bytes of the types without a length. */
const LONG_BYTES: Readonly<Record<string, number>> = { tiny: 255, "": 65_535, medium: 16_777_215, long: 4_294_967_295 };

/** `undefined` for types that are compared as a whole, or not at all. */
export function valueRange(type: ParsedType): ValueRange | undefined {
  const { base, unsigned } = type;
  const bits = INTEGER_BITS[base];
  if (bits !== undefined) return integer(bits, unsigned);
  if (base === "decimal") return decimal(type);
  if (base === "float" || base === "double" || base === "json") return { kind: base };
  if (base === "date") return { kind: "moment", day: true, time: false, precision: 0, short: false };
  if (base === "datetime" || base === "timestamp" || base === "time") {
    const short = base === "timestamp";
    return { kind: "moment", day: base !== "time", time: true, precision: sizeOf(type), short };
  }
  return stringRange(type);
}

function integer(bits: bigint, unsigned: boolean): ValueRange {
  return unsigned
    ? { kind: "number", min: 0n, max: 2n ** bits - 1n, scale: 0 }
    : { kind: "number", min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n, scale: 0 };
}

function decimal({ args, unsigned }: ParsedType): ValueRange {
  const [precision = 10, scale = 0] = args.map(Number);
  const max = 10n ** BigInt(precision - scale) - 1n;
  return { kind: "number", min: unsigned ? 0n : -max, max, scale };
}

function stringRange(type: ParsedType): ValueRange | undefined {
  const { base } = type;
  const charset = type.charset ?? type.collate?.split("_")[0] ?? "utf8mb4";
  const padded = base === "char" || base === "binary";
  if (base === "char" || base === "varchar") return { kind: "text", length: sizeOf(type, 1), charset, padded };
  if (base === "binary" || base === "varbinary") {
    return { kind: "bytes", length: sizeOf(type, 1), charset: "binary", padded };
  }
  const [, size = "", kind] = /^(tiny|medium|long)?(text|blob)$/.exec(base) ?? [];
  if (kind === undefined) return undefined;
  const bytes = LONG_BYTES[size] ?? 0;
  if (kind === "blob") return { kind: "bytes", length: bytes, charset: "binary", padded };
  return { kind: "text", length: Math.floor(bytes / bytesPerCharacter(charset)), charset, padded };
}

/** The most that one character takes. */
export function bytesPerCharacter(charset: string): number {
  if (charset === "utf8" || charset === "utf8mb3") return 3;
  return /^(ascii|binary|latin|cp|koi|greek|hebrew|mac|swe|tis|dec|hp8|gepe?|armscii|keybcs)/.test(charset) ? 1 : 4;
}

/** Whether every value of one type is, unchanged, a value of the other. */
export function fitsIn(from: ValueRange, to: ValueRange): boolean {
  if (from.kind === "number") return numberFits(from, to);
  if (from.kind === "float" || from.kind === "double") return to.kind === "double" || to.kind === from.kind;
  if (from.kind === "json") return to.kind === "json" || (to.kind === "text" && to.length >= 1_073_741_823);
  if (from.kind === "moment") return to.kind === "moment" && momentFits(from, to);
  if (from.kind !== to.kind || to.length < from.length) return false;
  // What fills a fixed length up is taken off again, and with it what a value of the other type ended with.
  if (to.padded !== from.padded) return false;
  return to.charset === from.charset || to.charset === "utf8mb4" || from.charset === "ascii";
}

function numberFits(from: Extract<ValueRange, { kind: "number" }>, to: ValueRange): boolean {
  if (to.kind === "number") return to.min <= from.min && to.max >= from.max && to.scale >= from.scale;
  const exact = to.kind === "double" ? 2n ** 53n : to.kind === "float" ? 2n ** 24n : 0n;
  if (exact > 0n) return from.scale === 0 && from.min >= -exact && from.max <= exact;
  if (to.kind !== "text" || to.padded) return false;
  return to.length >= Math.max(String(from.min).length, String(from.max).length) + (from.scale > 0 ? from.scale + 1 : 0);
}

type Moment = Extract<ValueRange, { kind: "moment" }>;

function momentFits(from: Moment, to: Moment): boolean {
  if (from.day !== to.day || (from.time && !to.time)) return false;
  return to.precision >= from.precision && (!to.short || from.short);
}
