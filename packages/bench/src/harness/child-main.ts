import { once } from "node:events";

/** What a child measured, with the time and the CPU it took. */
export interface ChildOutput<Output> {
  readonly result: Output;
  /** From the beginning to the last lap. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Jobs that were done before the beginning. */
  readonly before: number;
}

export interface Stopwatch {
  /** Counts from now instead of from the word: what came before was connecting, or `jobs` to warm up. */
  begin(jobs: number): void;
  /** Work was done. What comes after the last lap (waiting for more, closing) is not counted. */
  lap(): void;
}

/**
 * The body of a child: get ready, wait for the word, measure, answer, wait for the end.
 * @param prepare connects and warms up; the function it returns is what is measured
 */
export async function childMain<Input, Output>(
  prepare: (input: Input) => Promise<(watch: Stopwatch) => Promise<Output>>,
): Promise<void> {
  const run = await prepare(JSON.parse(process.argv[2] ?? "null") as Input);
  process.send?.({ ready: true });
  await once(process, "message");
  const watch = new ChildStopwatch();
  const result = await run(watch);
  const output: ChildOutput<Output> = {
    result,
    seconds: watch.seconds,
    cpuSeconds: watch.cpuSeconds,
    before: watch.before,
  };
  const end = once(process, "message");
  process.send?.({ output });
  await end;
  process.exit(0);
}

class ChildStopwatch implements Stopwatch {
  #startedAt = performance.now();
  #cpuAtStart = process.cpuUsage();
  seconds = 0;
  cpuSeconds = 0;
  before = 0;

  begin(jobs: number): void {
    this.before = jobs;
    this.#startedAt = performance.now();
    this.#cpuAtStart = process.cpuUsage();
  }

  lap(): void {
    this.seconds = (performance.now() - this.#startedAt) / 1000;
    const { user, system } = process.cpuUsage(this.#cpuAtStart);
    this.cpuSeconds = (user + system) / 1e6;
  }
}
