import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { type Args, parseBenchArgs, USAGE } from "./args.js";
import type { MachineMeasure, Measure } from "./measure.js";
import { measures } from "./measures/index.js";
import { chart } from "./report/chart.js";
import { type MeasureReport, printHead, printMeasure, printSummary, type Report } from "./report/report.js";
import { type BenchServer, startBenchServer } from "./server/bench-server.js";

const log = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

try {
  const args = parseBenchArgs(
    process.argv.slice(2),
    measures.map((measure) => measure.id),
  );
  if (args.help)
    console.log(`${USAGE}\n\n${measures.map((each) => `  ${each.id.padEnd(8)} ${each.title}`).join("\n")}`);
  else await bench(args);
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  log(error.message);
  process.exitCode = 2;
}

async function bench(args: Args): Promise<void> {
  const chosen = measures.filter((each) => args.names.length === 0 || args.names.includes(each.id));
  const reports: MeasureReport[] = [];
  const head: Omit<Report, "measures"> = {
    date: new Date().toISOString(),
    machine: `${cpus().length} cores (${cpus()[0]?.model ?? "?"}), Node ${process.versions.node}`,
    rounds: args.rounds,
    quick: args.quick,
  };
  // What is measured is shown at once: a later measure may fail.
  const add = (report: MeasureReport, product?: string): void => {
    const judged = args.quick ? report.results.map(({ bar: _, ...result }) => result) : report.results;
    reports.push({ ...report, results: judged });
    log(`${report.id}: ${report.seconds} s`);
    if (!args.json) console.log(`\n${printMeasure(reports.at(-1)!)}`);
    if (args.charts !== null) writeChart(args.charts, report, product);
  };
  if (!args.json) console.log(printHead(head));
  for (const measure of chosen.filter(isMachineMeasure)) {
    add(await timed(measure, null, () => measure.run({ ...effort(args), log })));
  }
  const onServers = chosen.filter((measure): measure is Measure => !isMachineMeasure(measure));
  for (const product of onServers.length === 0 ? [] : args.products) {
    log(`starting a private ${product} with durable settings`);
    const server = await startBenchServer(product, log);
    try {
      for (const measure of onServers) {
        log(`${measure.id}: ${measure.title}, ${product}`);
        add(await timed(measure, server, () => measure.run({ ...effort(args), server, log })), product);
      }
    } finally {
      await server.stop();
    }
  }
  if (args.json) console.log(JSON.stringify({ ...head, measures: reports } satisfies Report, null, 2));
  else console.log(`\n${printSummary(reports)}`);
}

async function timed(
  { id, title }: { readonly id: string; readonly title: string },
  server: BenchServer | null,
  run: () => Promise<MeasureReport["results"]>,
): Promise<MeasureReport> {
  const startedAt = performance.now();
  const results = await run();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return { id, title, settings: server?.settings ?? null, results, seconds };
}

function effort({ rounds, quick, rows }: Args): Pick<Args, "rounds" | "quick" | "rows"> {
  return { rounds, quick, rows };
}

function isMachineMeasure(measure: Measure | MachineMeasure): measure is MachineMeasure {
  return "machine" in measure;
}

function writeChart(folder: string, report: MeasureReport, product?: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${[report.id, product].filter(Boolean).join("-")}.svg`), chart(report));
}
