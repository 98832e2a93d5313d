import { once } from "node:events";

/** What a child measured, with the CPU it used while it was at it. */
export interface ChildOutput<Output> {
  readonly result: Output;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/**
 * The body of a child: get ready, wait for the word, measure, answer, wait for the end.
 * @param prepare connects and warms up; the function it returns is what is measured
 */
export async function childMain<Input, Output>(
  prepare: (input: Input) => Promise<() => Promise<Output>>,
): Promise<void> {
  const run = await prepare(JSON.parse(process.argv[2] ?? "null") as Input);
  process.send?.({ ready: true });
  await once(process, "message");
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  const result = await run();
  const used = process.cpuUsage(cpu);
  const output: ChildOutput<Output> = {
    result,
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: (used.user + used.system) / 1e6,
  };
  const end = once(process, "message");
  process.send?.({ output });
  await end;
  process.exit(0);
}
