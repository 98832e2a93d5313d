import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, afterEach, beforeAll } from "vitest";
import { queuegen } from "../cli/run.js";
import { installPackages } from "../types/compiler.js";

/** Says what it does; a job whose payload is "deaf" never ends and heeds no signal. */
const HANDLER = `export const handleNotify = async (job) => {
  console.log("handling", JSON.stringify(job.payload));
  if (job.payload === "deaf") await new Promise(() => setInterval(() => {}, 1000));
};
`;

export interface WorkerProcess {
  readonly pid: number;
  readonly exited: Promise<number | null>;
  /** All of stdout and stderr so far. */
  readonly out: string;
  readonly err: string;
  /** Resolves when it has written this; rejects when it ends without. */
  wrote(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

export interface WorkerProject {
  readonly root: string;
  /** `queuegen` in the project. */
  queuegen(url: string, ...args: readonly string[]): Promise<unknown>;
  start(url: string | undefined, ...args: readonly string[]): WorkerProcess;
  /** The same with flags of Node: all of its command line. */
  startNode(url: string | undefined, ...args: readonly string[]): WorkerProcess;
}

export interface WorkerProjectOptions {
  /** What the schema says of the worker: then the handler runs in child processes. */
  readonly isolated?: string;
  /** Text of the handler's module. */
  readonly handler?: string;
}

/** A project whose queue and worker file are as `queuegen add notify` makes them. To be called inside a describe block. */
export function workerProject({ isolated, handler = HANDLER }: WorkerProjectOptions = {}): WorkerProject {
  const root = mkdtempSync(join(tmpdir(), "queuegen-worker-"));
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    await queuegen(root, ["add", "notify"]);
    writeFileSync(join(root, "package.json"), '{ "type": "module", "private": true }\n');
    mkdirSync(join(root, "node_modules"), { recursive: true });
    installPackages({ root });
    if (isolated !== undefined) {
      edit(join(root, "queues/schemas/notify.queue.ts"), "worker: { concurrency: 10 }", `worker: ${isolated}`);
      await queuegen(root, ["generate"]);
      const worker = join(root, "queues/worker.ts");
      edit(worker, "import { runWorker }", "import { handlerModule, runWorker }");
      edit(worker, 'import { handleNotify } from "./handlers/notify.js";', "");
      edit(worker, "notify: handleNotify", 'notify: handlerModule(new URL("./handlers/notify.js", import.meta.url))');
    }
    toJavaScript(join(root, "queues"));
    writeFileSync(join(root, "queues/handlers/notify.js"), handler);
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });
  afterAll(() => rmSync(root, { recursive: true }));
  const startNode = (url: string | undefined, ...args: readonly string[]) => {
    const env = { PATH: process.env.PATH, ...(url !== undefined && { DATABASE_URL: url }) };
    // A group of its own, as a terminal and a service manager make one.
    const child = spawn(process.execPath, args, { cwd: root, env, detached: true });
    children.push(child);
    return watched(child);
  };
  return {
    root,
    queuegen: (url, ...args) => queuegen(root, args, { env: { DATABASE_URL: url } }),
    start: (url, ...args) => startNode(url, "queues/worker.js", ...args),
    startNode,
  };
}

function watched(child: ChildProcess): WorkerProcess {
  const text = { out: "", err: "" };
  const looks = new Set<() => void>();
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    text.out += chunk;
    for (const look of looks) look();
  });
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    text.err += chunk;
    for (const look of looks) look();
  });
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    pid: child.pid ?? 0,
    exited,
    get out() {
      return text.out;
    },
    get err() {
      return text.err;
    },
    wrote: (wanted) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (text.out.includes(wanted) || text.err.includes(wanted)) resolve();
        };
        looks.add(look);
        look();
        void exited.then((code) =>
          reject(new Error(`ended with ${code} without "${wanted}":\n${text.out}${text.err}`)),
        );
      }),
    kill: (signal) => child.kill(signal),
  };
}

function edit(file: string, text: string, by: string): void {
  const before = readFileSync(file, "utf8");
  if (!before.includes(text)) throw new Error(`${file} has no ${text}`);
  writeFileSync(file, before.replace(text, by));
}

/** Beside each .ts file its .js. */
function toJavaScript(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts")) continue;
    const { outputText } = ts.transpileModule(readFileSync(join(folder, file), "utf8"), {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
    });
    writeFileSync(join(folder, file.replace(/\.ts$/, ".js")), outputText);
  }
}
