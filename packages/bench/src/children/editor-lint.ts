import { readFileSync } from "node:fs";

/** What an editor does: the same process judges one file after each change. Prints the milliseconds of each. */
interface Engine {
  readSource(path: string, text: string): Promise<{ readonly facts: unknown }>;
  judge(facts: readonly unknown[], settings: unknown): unknown;
  readonly DEFAULT_SETTINGS: unknown;
}

const [engine = "", file = ""] = process.argv.slice(2);
const { readSource, judge, DEFAULT_SETTINGS } = (await import(engine)) as Engine;
const text = readFileSync(file, "utf8");
const CHANGES = 60;

const times: number[] = [];
for (let change = 0; change < CHANGES; change += 1) {
  const began = process.cpuUsage();
  const { facts } = await readSource(file, `${text}\n// ${change}\n`);
  judge([facts], DEFAULT_SETTINGS);
  const { user, system } = process.cpuUsage(began);
  times.push((user + system) / 1000);
}
console.log(JSON.stringify(times));
