import type { Spread } from "../harness/stats.js";
import type { Result } from "../measure.js";
import { formatNumber, formatSpread } from "./format.js";
import type { MeasureReport } from "./report.js";

const WIDTH = 760;
const LABELS = 250;
const NUMBERS = 160;
const BAR = 18;
const GAP = 6;
const HEAD = 56;

interface Row {
  readonly label: string;
  readonly unit: string;
  readonly value: Spread;
  readonly ours: boolean;
}

/** One measure on one server as horizontal bars, each with the range of its rounds: an SVG for a page of text. */
export function chart({ title, settings, results }: MeasureReport): string {
  const rows = results.flatMap(rowsOf);
  const height = HEAD + rows.length * (BAR + GAP) + GAP;
  const largest = new Map(
    rows.map(({ unit }) => [unit, Math.max(...rows.filter((row) => row.unit === unit).map((row) => row.value.max))]),
  );
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img">`,
    `<title>${xmlText(title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="8" y="20" font-size="14" font-weight="600">${xmlText(title)}</text>`,
    `<text x="8" y="40" fill="#555">${xmlText(settings ?? "")}</text>`,
    ...rows.map((row, index) => bar(row, HEAD + index * (BAR + GAP), largest.get(row.unit) || 1)),
    "</svg>",
  ].join("\n")}\n`;
}

/** Ours, and what it is compared with; of several results with the same of ours only the first shows it. */
function rowsOf({ name, unit, ours, reference, against }: Result, index: number, all: readonly Result[]): Row[] {
  const same = all.findIndex((other) => other.ours === ours);
  const own: Row[] = same < index ? [] : [{ label: isShared(all) ? "queuegen" : name, unit, value: ours, ours: true }];
  if (reference === undefined) return own;
  return [
    ...own,
    { label: isShared(all) ? name : `${name}: ${against ?? "reference"}`, unit, value: reference, ours: false },
  ];
}

function isShared(all: readonly Result[]): boolean {
  return all.length > 1 && all.every(({ ours }) => ours === all[0]!.ours);
}

function bar({ label, unit, value, ours }: Row, y: number, largest: number): string {
  const scale = (WIDTH - LABELS - NUMBERS) / largest;
  const x = (number: number): string => (LABELS + number * scale).toFixed(1);
  const middle = y + BAR / 2;
  return [
    `<text x="${LABELS - 8}" y="${middle + 4}" text-anchor="end">${xmlText(label)}</text>`,
    `<rect x="${LABELS}" y="${y}" width="${(value.median * scale).toFixed(1)}" height="${BAR}" fill="${ours ? "#2563eb" : "#94a3b8"}"/>`,
    `<line x1="${x(value.min)}" x2="${x(value.max)}" y1="${middle}" y2="${middle}" stroke="#0f172a"/>`,
    `<text x="${WIDTH - NUMBERS + 8}" y="${middle + 4}">${formatNumber(value.median)} ${xmlText(unit)}<title>${formatSpread(value)}</title></text>`,
  ].join("");
}

function xmlText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
