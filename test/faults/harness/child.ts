import { type ChildProcess, fork } from "node:child_process";
import { startWatchdog, type Watchdog } from "../../services/watchdog.mjs";

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process of ours that talks by messages. */
export interface Child<From, To> {
  readonly name: string;
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly running: boolean;
  /** Whether it was sent SIGKILL, by `kill` or by itself on purpose. */
  readonly killed: boolean;
  /** Whether it was told to stop. */
  readonly stopping: boolean;
  /** All it said so far. */
  readonly messages: readonly From[];
  /** What it wrote to stdout and stderr. */
  readonly output: string;
  /** The first message that matches, an old one too. Rejects when the process ends without it. */
  told(matches: (message: From) => boolean): Promise<From>;
  tell(message: To): void;
  kill(signal: NodeJS.Signals): void;
}

let watchdog: Watchdog | undefined;

/** Starts a compiled entry file as a process of its own; it does not outlive this one. */
export function startChild<From, To extends object>(
  name: string,
  file: string,
  settings: object,
  env: Readonly<Record<string, string>> = {},
): Child<From, To> {
  const child = fork(file, {
    env: { ...process.env, ...env, QUEUEGEN_FAULT_PROCESS: JSON.stringify(settings) },
    // A test runner's loaders and debug ports are not for it.
    execArgv: ["--enable-source-maps"],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  watchdog ??= startWatchdog(undefined);
  watchdog.watch(child.pid ?? 0);
  const messages: From[] = [];
  const waiting = new Set<(exit?: Exit) => void>();
  let output = "";
  let running = true;
  let killed = false;
  let stopping = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  child.on("message", (message) => {
    messages.push(message as From);
    for (const look of [...waiting]) look();
  });
  const exited = new Promise<Exit>((resolve) => {
    const end = (exit: Exit): void => {
      running = false;
      watchdog?.unwatch(child.pid ?? 0);
      resolve(exit);
      for (const look of [...waiting]) look(exit);
    };
    child.once("error", () => end({ code: null, signal: null }));
    // "close" comes after the last message and the last output.
    child.once("close", (code, signal) => end({ code, signal }));
  });
  return {
    name,
    pid: child.pid ?? 0,
    exited,
    get running() {
      return running;
    },
    get killed() {
      return killed || child.signalCode === "SIGKILL";
    },
    get stopping() {
      return stopping;
    },
    messages,
    get output() {
      return output;
    },
    told: (matches) =>
      new Promise((resolve, reject) => {
        let seen = 0;
        const look = (exit?: Exit): void => {
          for (; seen < messages.length; seen++) {
            const message = messages[seen] as From;
            if (!matches(message)) continue;
            waiting.delete(look);
            resolve(message);
            return;
          }
          if (exit === undefined) return;
          waiting.delete(look);
          reject(
            new Error(`${name} ended (${exit.signal ?? `exit code ${exit.code}`}) without the message:\n${output}`),
          );
        };
        waiting.add(look);
        look(running ? undefined : { code: child.exitCode, signal: child.signalCode });
      }),
    tell: (message) => send(child, message),
    kill: (signal) => {
      killed ||= signal === "SIGKILL";
      stopping ||= signal === "SIGTERM";
      child.kill(signal);
    },
  };
}

/** A process that has just been killed is not an error of the sender. */
function send(child: ChildProcess, message: object): void {
  if (child.connected) child.send(message, () => {});
}
