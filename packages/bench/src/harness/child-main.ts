import { once } from "node:events";

/** What a child measured, with the time and the CPU it took. */
export interface ChildOutput<Output> {
  readonly result: Output;
  /** From the word to the last lap. */
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** Call it when work was done: what comes after the last lap (waiting for more, closing) is not counted. */
export type Lap = () => void;

/**
 * The body of a child: get ready, wait for the word, measure, answer, wait for the end.
 * @param prepare connects and warms up; the function it returns is what is measured
 */
export async function childMain<Input, Output>(
  prepare: (input: Input) => Promise<(lap: Lap) => Promise<Output>>,
): Promise<void> {
  const run = await prepare(JSON.parse(process.argv[2] ?? "null") as Input);
  process.send?.({ ready: true });
  await once(process, "message");
  const startedAt = performance.now();
  const cpuAtStart = process.cpuUsage();
  let seconds = 0;
  let cpu = process.cpuUsage(cpuAtStart);
  const result = await run(() => {
    seconds = (performance.now() - startedAt) / 1000;
    cpu = process.cpuUsage(cpuAtStart);
  });
  const output: ChildOutput<Output> = { result, seconds, cpuSeconds: (cpu.user + cpu.system) / 1e6 };
  const end = once(process, "message");
  process.send?.({ output });
  await end;
  process.exit(0);
}
