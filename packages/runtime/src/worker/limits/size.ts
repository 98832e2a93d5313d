/** Bytes as a number, or a number with a unit: "512MB", "1.5GB". A unit is 1024 times the one before. */
export type Size = number | `${number}${"KB" | "MB" | "GB"}`;

const UNITS: Readonly<Record<string, number>> = { KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30 };

/** In whole bytes. Throws a RangeError for what is not a size or is not positive. */
export function sizeBytes(size: Size): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(KB|MB|GB)$/.exec(String(size)) ?? [];
  const bytes = typeof size === "number" ? size : Number(amount) * (UNITS[unit ?? ""] ?? Number.NaN);
  if (!(bytes >= 1 && bytes < Number.MAX_SAFE_INTEGER))
    throw new RangeError(`not a size: ${String(size)} (a number of bytes, or "512MB", "2GB")`);
  return Math.round(bytes);
}
