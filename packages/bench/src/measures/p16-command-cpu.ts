import { runCommand } from "../harness/command.js";
import { interleave } from "../harness/rounds.js";
import { median, ratios, spread } from "../harness/stats.js";
import type { Bar, MachineMeasure, Result } from "../measure.js";
import { makeProject } from "../project/project.js";

const QUEUES = 50;
/** Each round takes the middle of so many runs: a start of 40 ms is easily disturbed. */
const RUNS = 3;
const QUICK_RUNS = 1;

/** CPU of the command against a Node that does nothing. */
export const p16: MachineMeasure = {
  id: "p16",
  title: "CPU of the command in a project of many queues, against bare `node -e 0`",
  machine: true,
  async run({ rounds, quick, log }) {
    const runs = quick ? QUICK_RUNS : RUNS;
    const queues = quick ? QUEUES / 10 : QUEUES;
    const project = await makeProject(queues);
    try {
      const cases: { name: string; bar: Bar; before?: () => void; args: readonly string[] }[] = [
        { name: "--help", bar: atMost(4), args: ["--help"] },
        { name: `check, ${queues} queues, nothing changed`, bar: atMost(4.5), args: ["check"] },
        { name: "generate after one edit", bar: atMost(13), before: project.edit, args: ["generate"] },
        { name: "generate, cold", bar: atMost(20), before: project.dropCache, args: ["generate"] },
      ];
      const peaks = new Map<string, number>();
      const lanes = cases.map(({ name, before, args }) => ({
        name,
        run: () =>
          middle(runs, async () => {
            before?.();
            // A changed schema without its migration is a finding, told by exit code 1.
            const use = await project.queuegen(args, [0, 1]);
            peaks.set(name, Math.max(peaks.get(name) ?? 0, use.peakRss));
            return use.cpuSeconds;
          }),
      }));
      const bare = { name: "node -e 0", run: () => middle(runs, bareNode) };
      const [reference, ...ours] = await interleave(rounds, [bare, ...lanes], log);
      return cases.map(
        ({ name, bar }, index): Result => ({
          name,
          unit: "s CPU",
          ours: spread(ours[index]!),
          reference: spread(reference!),
          against: "node -e 0",
          ratio: ratios(ours[index]!, reference!),
          bar,
          note: `peak ${Math.round((peaks.get(name) ?? 0) / 2 ** 20)} MiB`,
        }),
      );
    } finally {
      project.remove();
    }
  },
};

async function bareNode(): Promise<number> {
  return (await runCommand([process.execPath, "-e", "0"])).cpuSeconds;
}

async function middle(runs: number, once: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let run = 0; run < runs; run += 1) values.push(await once());
  return median(values);
}

function atMost(value: number): Bar {
  return { side: "at most", value };
}
