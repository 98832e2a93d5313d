import path from "node:path";
import { fileURLToPath } from "node:url";
import { type CommandUse, runCommand } from "../harness/command.js";
import { interleave, type Lane } from "../harness/rounds.js";
import { ratios, spread } from "../harness/stats.js";
import type { MachineMeasure } from "../measure.js";
import { makeProject, type Project, QUEUEGEN } from "../project/project.js";
import { writeSources, writeStatements } from "../project/sources.js";
import { formatNumber } from "../report/format.js";

const FILES = 5_000;
const STATEMENTS = 50_000;
const SCAN = fileURLToPath(new URL("../children/bare-scan.js", import.meta.url));

/** The linter runs on whole projects, in editors and before every commit. */
export const p17: MachineMeasure = {
  id: "p17",
  title: "CPU of lint on many files of which none or 1 % is about queues, and on SQL",
  machine: true,
  async run({ rounds, quick, log }) {
    const files = quick ? FILES / 10 : FILES;
    const statements = quick ? STATEMENTS / 10 : STATEMENTS;
    const project = await makeProject(1);
    const folder = (name: string): string => path.join(project.folder, name);
    const lint = (name: string): Promise<CommandUse> => project.queuegen(["lint", name], [0, 1]);
    try {
      writeSources(folder("none"), files, null);
      writeSources(folder("some"), files, 100);
      writeStatements(folder("sql"), statements);
      const lanes: Lane<CommandUse>[] = [
        { name: "bare scan", run: () => node(project, [SCAN, folder("none")]) },
        { name: "lint, none", run: () => lint("none") },
        { name: "lint, 1 %", run: () => lint("some") },
        { name: "import of ts-morph", run: () => node(project, ["--input-type=module", "-e", importTsMorph()]) },
        { name: "lint, SQL", run: () => lint("sql") },
      ];
      const uses = await interleave(rounds, lanes, log);
      const [scan, plain, few, tsMorph, scripts] = uses.map((lane) => lane.map((use) => use.cpuSeconds));
      const extra = few!.map((value, round) => value - plain![round]! - tsMorph![round]!);
      const peak = Math.max(...uses[2]!.map((use) => use.peakRss)) / 2 ** 20;
      const note = `peak ${Math.round(peak)} MiB`;
      return [
        {
          name: `${formatNumber(files)} files, none survives the prefilter`,
          unit: "s CPU",
          ours: spread(plain!),
          reference: spread(scan!),
          against: "bare scan",
          ratio: ratios(plain!, scan!),
          bar: { side: "at most", value: 1.6 },
        },
        { name: `${formatNumber(files)} files, 1 % survives`, unit: "s CPU", ours: spread(few!), note },
        {
          name: "the same, beyond none and one import of ts-morph",
          unit: "s CPU",
          ours: spread(extra),
          bar: { side: "at most", value: 0.3 },
        },
        {
          name: `${formatNumber(statements)} SQL statements`,
          unit: "s CPU",
          ours: spread(scripts!),
          bar: { side: "at most", value: 3 },
        },
      ];
    } finally {
      project.remove();
    }
  },
};

async function node(project: Project, args: readonly string[]): Promise<CommandUse> {
  const use = await runCommand([process.execPath, ...args], { cwd: project.folder });
  if (use.exitCode !== 0) throw new Error(`${args.join(" ")}: exit code ${use.exitCode}\n${use.stderr}`);
  return use;
}

/** From where the command finds it. */
function importTsMorph(): string {
  return `import { createRequire } from "node:module"; createRequire(${JSON.stringify(QUEUEGEN)})("ts-morph");`;
}
