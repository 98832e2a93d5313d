import { type ParsedType, sizeOf } from "./parse-column-type.js";

/** What values of a type can be, as far as types are compared by it. */
export type ValueRange = NumberRange | StringRange | MomentRange | { readonly kind: "float" | "double" | "json" };

export interface NumberRange {
  readonly kind: "number";
  /** Without what stands after the point. */
  readonly min: bigint;
  readonly max: bigint;
  /** Digits after the point. */
  readonly scale: number;
}

export interface StringRange {
  readonly kind: "text" | "bytes";
  /** In characters. */
  readonly length: number;
  readonly charset: string;
  /** Whether it is filled up to its length, and what it is filled with taken off again. */
  readonly padded: boolean;
}

export interface MomentRange {
  readonly kind: "moment";
  readonly day: boolean;
  readonly time: boolean;
  /** Digits of a second. */
  readonly precision: number;
  /** Whether it ends in 2038. */
  readonly short: boolean;
}

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
