import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "../harness/command.js";
import { interleave } from "../harness/rounds.js";
import { median, spread } from "../harness/stats.js";
import type { MachineMeasure } from "../measure.js";

const RUNTIME = fileURLToPath(new URL("../node_modules/@queuegen/runtime", import.meta.url));
const RUNS = 5;

/** What a queue adds to a production image and to the start of a process. */
export const p18: MachineMeasure = {
  id: "p18",
  title: "what production installs: size of @queuegen/runtime in JavaScript, its dependencies, ms to import one mode",
  machine: true,
  async run({ rounds, log }) {
    const importMode = `await import(${JSON.stringify(path.join(RUNTIME, "dist/claim.js"))})`;
    const lanes = [
      { name: "node -e 0", run: () => middleMs("0") },
      { name: "import of @queuegen/runtime/claim", run: () => middleMs(importMode) },
    ];
    const [bare, importing] = await interleave(rounds, lanes, log);
    const manifest = JSON.parse(readFileSync(path.join(RUNTIME, "package.json"), "utf8")) as {
      dependencies?: Record<string, string>;
    };
    const once = (value: number) => spread([value]);
    return [
      { name: "unpacked, without types", unit: "kB", ours: once(folderSize(RUNTIME) / 1000), bar: atMost(300) },
      { name: "dependencies", unit: "", ours: once(Object.keys(manifest.dependencies ?? {}).length), bar: atMost(0) },
      {
        name: "import of one mode, over bare Node",
        unit: "ms",
        ours: spread(importing!.map((value, round) => value - bare![round]!)),
        bar: atMost(30),
      },
    ];
  },
};

async function middleMs(script: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { seconds, exitCode, stderr } = await runCommand([process.execPath, "--input-type=module", "-e", script]);
    if (exitCode !== 0) throw new Error(stderr);
    times.push(seconds * 1000);
  }
  return median(times);
}

function folderSize(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

function atMost(value: number): { readonly side: "at most"; readonly value: number } {
  return { side: "at most", value };
}
