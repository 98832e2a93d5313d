import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type CommandUse, runCommand } from "../harness/command.js";
import { interleave, type Lane } from "../harness/rounds.js";
import { median, ratios, spread } from "../harness/stats.js";
import type { MachineMeasure, Result } from "../measure.js";
import { makeProject, type Project, QUEUEGEN } from "../project/project.js";
import { writeSources, writeStatements } from "../project/sources.js";
import { formatNumber } from "../report/format.js";

const FILES = 5_000;
const STATEMENTS = 50_000;
const SCAN = child("bare-scan");
const EDITOR = child("editor-lint");
const ENGINE = path.join(path.dirname(QUEUEGEN), "../engine/index.mjs");
const OXLINT = path.join(path.dirname(createRequire(import.meta.url).resolve("oxlint/package.json")), "bin/oxlint");
/** Changes after which an editor's process has seen all code paths. */
const WARM = 20;

/** The linter runs on whole projects, in editors and before every commit. */
export const p17: MachineMeasure = {
  id: "p17",
  title:
    "CPU and memory of lint on many files of which none or 1 % is about queues, on SQL, and on one file in an editor",
  machine: true,
  async run({ rounds, quick, log }) {
    const files = quick ? FILES / 10 : FILES;
    const statements = quick ? STATEMENTS / 10 : STATEMENTS;
    const project = await makeProject(1);
    const folder = (name: string): string => path.join(project.folder, name);
    const forget = () => rmSync(folder("node_modules/.cache/queuegen/lint"), { recursive: true, force: true });
    try {
      writeSources(folder("none"), files, null);
      writeSources(folder("twice"), files * 2, null);
      writeSources(folder("some"), files, 100);
      writeStatements(folder("sql"), statements);
      const lint = (name: string): Promise<CommandUse> => project.queuegen(["lint", name], [0, 1]);
      const lanes: Lane<CommandUse>[] = [
        { name: "bare scan", run: () => node(project, [SCAN, folder("none")]) },
        { name: "lint, none", run: () => lint("none") },
        { name: "lint, none of twice as many", run: () => lint("twice") },
        {
          name: "lint, 1 % for the first time",
          run: () => {
            forget();
            return lint("some");
          },
        },
        {
          name: "lint, 1 % again",
          run: async () => {
            // The round before may have run in the other order.
            await lint("some");
            return lint("some");
          },
        },
        { name: "import of ts-morph", run: () => node(project, ["--input-type=module", "-e", importTsMorph()]) },
        { name: "oxlint", run: () => node(project, [OXLINT, "--silent", folder("some")]) },
        { name: "lint, SQL", run: () => lint("sql") },
        { name: "editor", run: () => node(project, [EDITOR, ENGINE, folder("some/part0/module0.ts")]) },
      ];
      return resultsOf(await interleave(rounds, lanes, log), files, statements);
    } finally {
      project.remove();
    }
  },
};

function resultsOf(uses: readonly (readonly CommandUse[])[], files: number, statements: number): readonly Result[] {
  const cpu = uses.map((lane) => lane.map((use) => use.cpuSeconds));
  const [scan = [], none = [], twice = [], first = [], again = [], tsMorph = [], oxlint = [], scripts = []] = cpu;
  const extra = first.map((value, round) => value - none[round]! - tsMorph[round]!);
  const peak = (uses[3] ?? []).map((use) => use.peakRss / 2 ** 20);
  const edits = (uses[8] ?? []).map((use) => median((JSON.parse(use.stdout) as number[]).slice(WARM)));
  const many = formatNumber(files);
  const against = (name: string, ours: readonly number[], reference: readonly number[]) => ({
    unit: "s CPU",
    ours: spread(ours),
    reference: spread(reference),
    against: name,
    ratio: ratios(ours, reference),
  });
  const atMost = (value: number) => ({ side: "at most", value }) as const;
  return [
    { name: `${many} files, none survives the prefilter`, ...against("bare scan", none, scan), bar: atMost(1.6) },
    { name: "twice as many files", ...against(`${many} files`, twice, none), bar: atMost(2.2) },
    { name: `${many} files, 1 % survives, for the first time`, ...against("oxlint", first, oxlint), bar: atMost(2.5) },
    { name: "the same, beyond none and one import of ts-morph", unit: "s CPU", ours: spread(extra), bar: atMost(0.3) },
    { name: `${many} files, 1 % survives, nothing has changed`, ...against("oxlint", again, oxlint), bar: atMost(2.5) },
    { name: `${many} files, 1 % survives: memory`, unit: "MiB", ours: spread(peak), bar: atMost(350) },
    { name: `${formatNumber(statements)} SQL statements`, unit: "s CPU", ours: spread(scripts), bar: atMost(3) },
    { name: "a changed file in an editor, after warm-up", unit: "ms CPU", ours: spread(edits), bar: atMost(20) },
  ];
}

function child(name: string): string {
  return fileURLToPath(new URL(`../children/${name}.js`, import.meta.url));
}

async function node(project: Project, args: readonly string[]): Promise<CommandUse> {
  const use = await runCommand([process.execPath, ...args], { cwd: project.folder });
  if (use.exitCode !== 0) throw new Error(`${args.join(" ")}: exit code ${use.exitCode}\n${use.stderr}`);
  return use;
}

/** From where the command finds it. */
function importTsMorph(): string {
  return `import { createRequire } from "node:module"; createRequire(${JSON.stringify(QUEUEGEN)})("ts-morph");`;
}
