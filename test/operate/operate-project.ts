import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type CliResult, startCli } from "../migrations/cli.js";
import type { FreshDatabase } from "../services/database.js";
import { installPackages } from "../types/compiler.js";

/** Reserved words for the table, for its columns and for an index; every standard column has another name. */
const ODD = `
import { bigint, defineQueue, int, json, tinyint, varchar, type QueueDeclaration } from "queuegen";
export const odd: QueueDeclaration = defineQueue("odd", {
  table: "order",
  columns: {
    nr: bigint({ unsigned: true, autoIncrement: true }),
    state: tinyint({ unsigned: true, default: 0 }),
    token: varchar(32, { null: true }),
    since: int({ unsigned: true, null: true }),
    key: varchar(40),
    big: bigint({ unsigned: true, null: true }),
    payload: json<{ ms?: number }>(),
  },
  fields: {
    id: "nr", status: "state", claim_token: "token", claim_time: "since", run_at: "when", attempts: "tries",
    worker_id: "rank", error_message: "select", create_time: "from", start_time: "to", finish_time: "end",
  },
  indexes: { select: ["state", "nr"] },
  dedupe: true,
  claim: { lease: "5s" },
  retry: { attempts: 3, backoff: { delay: "10m" } },
  retention: { done: "1m" },
  worker: { concurrency: 3, maxConcurrency: 6, weight: 3 },
});
`;

const PLAIN = `
import { bigint, defineQueue, int, json, tinyint, varchar, type QueueDeclaration } from "queuegen";
export const plain: QueueDeclaration = defineQueue("plain", {
  columns: {
    id: bigint({ unsigned: true, autoIncrement: true }),
    status: tinyint({ unsigned: true, default: 0 }),
    claim_token: varchar(32, { null: true }),
    claim_time: int({ unsigned: true, null: true }),
    payload: json<{ ms?: number }>(),
  },
  indexes: { idx_status_id: ["status", "id"] },
  worker: { concurrency: 10 },
});
`;

/** One process consumes it, and the main node takes back what is lost. */
const SOLO = PLAIN.replaceAll("plain", "solo").replace(
  "worker: { concurrency: 10 }",
  'worker: { runType: "auto", maintenance: "main" }, claim: { lease: "5s" }',
);
const CHIEF = PLAIN.replaceAll("plain", "chief").replace(
  "worker: { concurrency: 10 }",
  'worker: { runType: "main", maintenance: "all" }, claim: { lease: "5s" }',
);

/** Each handler says when it starts and ends; `ms` is how long it takes, `deaf` whether it goes on when its claim is lost. */
const WORKER = `
import { runWorker } from "@queuegen/runtime";
import { createPool } from "mysql2/promise";
import { registry } from "./queues/generated/registry.js";

const say = (...words) => console.log(words.join(" "), Date.now());
const handle = (queue) => async (job, ctx) => {
  say("start", queue, job.id);
  ctx.signal.addEventListener("abort", () => say("lost", queue, job.id, ctx.signal.reason.name));
  const { ms = 0 } = job.payload;
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  say("end", queue, job.id);
};
const db = createPool({ uri: process.env.DATABASE_URL, connectionLimit: 10 });
await runWorker(registry, { db, handlers: Object.fromEntries(Object.keys(registry.queues).map((key) => [key, handle(key)])) });
`;

export interface WorkerLine {
  readonly word: string;
  readonly queue: string;
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
}

export interface OperatedWorker {
  readonly pid: number;
  readonly exited: Promise<number | null>;
  readonly err: string;
  /** What its handlers have said so far. */
  lines(word?: string): readonly WorkerLine[];
  /** Resolves when this holds of what it has written; rejects when it ends before. */
  until(holds: (worker: OperatedWorker) => boolean): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

export interface OperateProject {
  readonly root: string;
  /** Runs the CLI to its end. */
  run(...args: readonly string[]): Promise<CliResult>;
  /** As `run`, with more of the child; `input` is its stdin. */
  start(args: readonly string[], input?: string): { readonly child: ChildProcess; readonly done: Promise<CliResult> };
  worker(env?: Readonly<Record<string, string>>, ...flags: readonly string[]): OperatedWorker;
}

/** A project with the queues "odd", "plain", "solo" and "chief", migrated. To be called inside a describe block. */
export function operateProject(database: FreshDatabase): OperateProject {
  const root = mkdtempSync(join(tmpdir(), "queuegen-operate-"));
  const children: ChildProcess[] = [];
  const start: OperateProject["start"] = (args, input) => {
    const started = startCli(root, args, { DATABASE_URL: database.url, TZ: "UTC" });
    started.child.stdin?.end(input);
    return started;
  };
  const run = (...args: readonly string[]): Promise<CliResult> => start(args).done;
  beforeAll(async () => {
    writeFileSync(join(root, "package.json"), '{ "type": "module", "private": true }\n');
    writeFileSync(join(root, "queuegen.json"), JSON.stringify(CONFIG));
    mkdirSync(join(root, "queues"));
    writeFileSync(join(root, "queues/odd.queue.ts"), ODD);
    writeFileSync(join(root, "queues/plain.queue.ts"), PLAIN);
    writeFileSync(join(root, "queues/solo.queue.ts"), SOLO);
    writeFileSync(join(root, "queues/chief.queue.ts"), CHIEF);
    writeFileSync(join(root, "worker.js"), WORKER);
    mkdirSync(join(root, "node_modules"));
    installPackages({ root });
    expect(await run("generate")).toMatchObject({ code: 0, err: "" });
    expect(await run("migrate", "up")).toMatchObject({ code: 0, err: "" });
    toJavaScript(join(root, "queues/generated"));
  });
  afterEach(async () => {
    const ended = children.splice(0).map((child) => {
      const gone = child.exitCode !== null || child.signalCode !== null;
      const closed = gone ? Promise.resolve() : new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGKILL");
      return closed;
    });
    await Promise.all(ended);
  });
  afterAll(() => rmSync(root, { recursive: true }));
  return {
    root,
    run,
    start,
    worker(env = {}, ...flags) {
      const child = spawn(process.execPath, ["worker.js", ...flags], {
        cwd: root,
        env: { PATH: process.env.PATH, DATABASE_URL: database.url, ...env },
      });
      children.push(child);
      return watched(child);
    },
  };
}

const CONFIG = {
  schemas: ["queues/*.queue.ts"],
  generated: "queues/generated",
  target: "mysql80",
  tablePrefix: "ops_",
};

function watched(child: ChildProcess): OperatedWorker {
  const text = { out: "", err: "" };
  const looks = new Set<() => void>();
  const collect = (stream: "out" | "err") => (chunk: string) => {
    text[stream] += chunk;
    for (const look of looks) look();
  };
  child.stdout?.setEncoding("utf8").on("data", collect("out"));
  child.stderr?.setEncoding("utf8").on("data", collect("err"));
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  const worker: OperatedWorker = {
    pid: child.pid!,
    exited,
    get err() {
      return text.err;
    },
    lines(word) {
      const all = text.out.split("\n").flatMap((line) => {
        const [first, queue, id, ...rest] = line.split(" ");
        const at = Number(rest.at(-1));
        return first && queue && id && at > 0 ? [{ word: first, queue, id, at }] : [];
      });
      return word === undefined ? all : all.filter((line) => line.word === word);
    },
    until: (holds) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!holds(worker)) return;
          looks.delete(look);
          resolve();
        };
        looks.add(look);
        look();
        void exited.then((code) => reject(new Error(`ended with ${code}:\n${text.out}${text.err}`)));
      }),
    kill: (signal) => child.kill(signal),
  };
  return worker;
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
