import type { MomentRange, NumberRange, StringRange, ValueRange } from "./value-range.js";

/** Whether every value of one type is, unchanged, a value of the other. */
export function fitsIn(from: ValueRange, to: ValueRange): boolean {
  switch (from.kind) {
    case "number":
      return numberFits(from, to);
    case "moment":
      return to.kind === "moment" && momentFits(from, to);
    case "text":
    case "bytes":
      return (to.kind === "text" || to.kind === "bytes") && stringFits(from, to);
    case "json":
      return to.kind === "json" || (to.kind === "text" && to.length >= JSON_CHARACTERS);
    default:
      return to.kind === "double" || to.kind === from.kind;
  }
}

/** What a longtext holds. */
const JSON_CHARACTERS = 1_073_741_823;

function numberFits(from: NumberRange, to: ValueRange): boolean {
  if (to.kind === "number") return to.min <= from.min && to.max >= from.max && to.scale >= from.scale;
  const exact = to.kind === "double" ? 2n ** 53n : to.kind === "float" ? 2n ** 24n : 0n;
  if (exact > 0n) return from.scale === 0 && from.min >= -exact && from.max <= exact;
  if (to.kind !== "text" || to.padded) return false;
  const digits = Math.max(String(from.min).length, String(from.max).length);
  return to.length >= digits + (from.scale > 0 ? from.scale + 1 : 0);
}

function stringFits(from: StringRange, to: StringRange): boolean {
  if (from.kind !== to.kind || from.padded !== to.padded || to.length < from.length) return false;
  return to.charset === from.charset || to.charset === "utf8mb4" || from.charset === "ascii";
}

function momentFits(from: MomentRange, to: MomentRange): boolean {
  if (from.day !== to.day || (from.time && !to.time)) return false;
  return to.precision >= from.precision && (!to.short || from.short);
}
