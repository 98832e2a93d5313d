import type { ChildProcess } from "node:child_process";
import type { Project } from "./project.js";
import type { Run } from "./run.js";

/** `queuegen generate --watch` while it runs. */
export interface Watching {
  /** Resolves with what was printed since the last call as soon as that matches; fails when the command ends first. */
  until(pattern: RegExp): Promise<string>;
  /** What was printed and not yet asked for. */
  rest(): string;
  /** Ctrl-C. */
  stop(): Promise<Run>;
}

/** Starts it and waits until it watches. */
export async function startWatching(project: Project, ...args: readonly string[]): Promise<Watching> {
  let child: ChildProcess | undefined;
  let printed = "";
  let told = 0;
  let look: () => void = () => undefined;
  const run = project.runWith(
    {
      onStart(started) {
        child = started;
        for (const stream of [started.stdout, started.stderr]) {
          stream?.on("data", (text) => {
            printed += String(text);
            look();
          });
        }
      },
    },
    "generate",
    "--watch",
    ...args,
  );
  const watching: Watching = {
    until: (pattern) =>
      new Promise((resolve, reject) => {
        look = () => {
          const fresh = printed.slice(told);
          const found = pattern.exec(fresh);
          if (found === null) return;
          told += found.index + found[0].length;
          look = () => undefined;
          resolve(fresh);
        };
        look();
        run.then(({ code }) => reject(new Error(`it ended with ${code} before ${pattern}:\n${printed}`)), reject);
      }),
    rest: () => printed.slice(told),
    stop() {
      child?.kill("SIGINT");
      return run;
    },
  };
  await watching.until(/current; watching\. Ctrl-C ends it\.\n/);
  return watching;
}
