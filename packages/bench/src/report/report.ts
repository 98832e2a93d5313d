import { median } from "../harness/stats.js";
import type { Result } from "../measure.js";
import { formatBar, formatNumber, formatSpread, meetsBar } from "./format.js";
import { printTable } from "./table.js";

/** The results of one measure on one server. */
export interface MeasureReport {
  readonly id: string;
  readonly title: string;
  /** One line: product, version, durability, disk. `null` for a measure without a server. */
  readonly settings: string | null;
  readonly results: readonly Result[];
  readonly seconds: number;
}

export interface Report {
  readonly date: string;
  readonly machine: string;
  readonly rounds: number;
  readonly quick: boolean;
  readonly measures: readonly MeasureReport[];
}

/** The first line, for people. */
export function printHead(report: Omit<Report, "measures">): string {
  const rounds = report.rounds === 1 ? "1 round" : `${report.rounds} rounds`;
  return `${report.date}  ${report.machine}, ${rounds}${report.quick ? ", quick: nothing is judged" : ""}`;
}

/** One measure, as it is printed when it is done. */
export function printMeasure(measure: MeasureReport): string {
  const rows = measure.results.map((result) => [
    result.name,
    `${formatSpread(result.ours)} ${result.unit}`,
    result.reference === undefined ? "" : `${formatSpread(result.reference)}  ${result.against ?? ""}`.trimEnd(),
    result.ratio === undefined ? "" : formatSpread(result.ratio),
    result.bar === undefined ? "" : formatBar(result.bar),
    verdict(result),
    result.others === undefined ? "" : formatNumber(Number(result.others.median.toFixed(2))),
    result.note ?? "",
  ]);
  const header = ["case", "ours", "reference", "ratio", "bar", "", "others", "note"];
  const title = `${measure.id.toUpperCase()}  ${measure.title}`;
  const used = header.map((_, column) => column === 0 || rows.some((row) => row[column] !== ""));
  const keep = (row: readonly string[]): readonly string[] => row.filter((_, column) => used[column]);
  return [
    title,
    ...(measure.settings === null ? [] : [measure.settings]),
    printTable(keep(header), rows.map(keep)),
  ].join("\n");
}

function verdict(result: Result): string {
  const met = meetsBar(result);
  return met === undefined ? "" : met ? "met" : "MISSED";
}

/** The last line. */
export function printSummary(measures: readonly MeasureReport[]): string {
  const results = measures.flatMap((measure) => measure.results);
  const judged = results.map(meetsBar).filter((met) => met !== undefined);
  const others = results.flatMap((result) => (result.others === undefined ? [] : [result.others.median]));
  const noise =
    others.length === 0 ? "" : ` Others used ${formatNumber(Number(median(others).toFixed(2)))} cores (median).`;
  if (judged.length === 0) return `${results.length} results, no bars.${noise}`;
  return `${judged.filter(Boolean).length} of ${judged.length} bars met.${noise}`;
}
