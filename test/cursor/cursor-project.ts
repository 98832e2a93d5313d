import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import ts from "typescript";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { queuegen, type Run } from "../cli/run.js";
import { installPackages } from "../types/compiler.js";

export interface CursorWorker {
  readonly child: ChildProcess;
  readonly exited: Promise<{ readonly code: number | null; readonly err: string }>;
}

export interface CursorProject {
  queuegen(url: string, ...args: readonly string[]): Promise<Run>;
  start(url: string, env?: Readonly<Record<string, string>>): CursorWorker;
  /** A worker to its end. */
  run(url: string, env: Readonly<Record<string, string>>): CursorWorker["exited"];
}

export interface CursorProjectParts {
  /** Text of the handler's module, with `handleRecode`. */
  readonly handler: string;
  /** Changes the scaffolded schema. */
  readonly schema: (text: string) => string;
}

/** A project with the queue `recode` over the table `orders`, as `queuegen add` makes it. To be called inside a describe block. */
export function cursorProject({ handler, schema }: CursorProjectParts): CursorProject {
  const root = mkdtempSync(path.join(tmpdir(), "queuegen-cursor-"));
  const at = (file: string): string => path.join(root, file);
  const children = new Set<ChildProcess>();
  beforeAll(async () => {
    writeFileSync(at("package.json"), '{ "type": "module", "private": true }\n');
    mkdirSync(at("node_modules"), { recursive: true });
    installPackages({ root });
    expect(await queuegen(root, ["add", "recode", "--mode", "cursor", "--table", "orders"])).toMatchObject({ code: 0 });
    const file = at("queues/schemas/recode.queue.ts");
    writeFileSync(file, schema(readFileSync(file, "utf8")));
    expect(await queuegen(root, ["generate"])).toMatchObject({ code: 0 });
    toJavaScript(at("queues"));
    writeFileSync(at("queues/handlers/recode.js"), handler);
  });
  afterEach(() => {
    for (const child of children) child.kill("SIGKILL");
  });
  afterAll(() => rmSync(root, { recursive: true }));

  function start(url: string, env: Readonly<Record<string, string>> = {}): CursorWorker {
    const child = spawn(process.execPath, ["queues/worker.js"], {
      cwd: root,
      env: { PATH: process.env.PATH, DATABASE_URL: url, ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    children.add(child);
    let err = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      err += text;
    });
    const exited = new Promise<{ code: number | null; err: string }>((resolve) =>
      child.once("close", (code) => {
        children.delete(child);
        resolve({ code, err });
      }),
    );
    return { child, exited };
  }
  return {
    queuegen: (url, ...args) => queuegen(root, args, { env: { DATABASE_URL: url } }),
    start,
    run: (url, env) => start(url, env).exited,
  };
}

/** Types away: a worker runs as any project's does after its build. */
function toJavaScript(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  )) {
    const file = path.join(folder, name);
    const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    const { outputText } = ts.transpileModule(readFileSync(file, "utf8"), { compilerOptions: options });
    writeFileSync(file.replace(/\.ts$/, ".js"), outputText);
  }
}
