import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

/** A process of its own for one lane, ready to start at a word. */
export interface Child<Output> {
  readonly pid: number;
  /** Starts it, and resolves with what it measured; the process then ends. */
  go(): Promise<Output>;
  /** Ends it, whatever it does. */
  kill(): Promise<void>;
}

type Message<Output> = { readonly ready: true } | { readonly output: Output };

/**
 * Starts `dist/children/<name>.js` and waits until it is connected and warm.
 * @param nodeFlags for example `["--cpu-prof"]`
 */
export async function startChild<Input, Output>(
  name: string,
  input: Input,
  nodeFlags: readonly string[] = profileFlags(),
): Promise<Child<Output>> {
  const child = fork(new URL(`../children/${name}.js`, import.meta.url), [JSON.stringify(input)], {
    execArgv: [...nodeFlags],
  });
  await nextMessage<Output>(child, name);
  return {
    pid: child.pid ?? 0,
    async go() {
      const answer = nextMessage<Output>(child, name);
      child.send("go");
      const message = await answer;
      if (!("output" in message)) throw new Error(`${name} said it was ready twice`);
      const exit = once(child, "exit");
      child.send("end");
      await exit;
      return message.output;
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    },
  };
}

/** `QUEUEGEN_BENCH_PROFILE=folder` writes a CPU profile of every child into it. */
function profileFlags(): readonly string[] {
  const folder = process.env.QUEUEGEN_BENCH_PROFILE;
  return folder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${folder}`];
}

async function nextMessage<Output>(child: ChildProcess, name: string): Promise<Message<Output>> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null, signal: string | null): void =>
      reject(new Error(`${name} ended by itself: ${signal ?? `exit code ${code}`}`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      resolve(message as Message<Output>);
    });
  });
}
