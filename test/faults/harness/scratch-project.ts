import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { startWatchdog } from "../../services/watchdog.mjs";
import { generatedFiles } from "./generated-files.js";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const PROCESSES = path.join(import.meta.dirname, "processes");

/**
 * A folder as a user has it: the built runtime and a driver in node_modules, the generated code of the test queues, and
 * the entry files of the worker and producer processes, all as plain JavaScript. Removed by `remove`.
 */
export interface ScratchProject {
  readonly folder: string;
  remove(): Promise<void>;
}

export async function makeScratchProject(): Promise<ScratchProject> {
  const folder = mkdtempSync(path.join(tmpdir(), "queuegen-faults-"));
  const watchdog = startWatchdog(folder);
  try {
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module", "private": true }\n');
    await buildRuntime(path.join(folder, "node_modules/@queuegen/runtime"));
    symlinkSync(path.join(ROOT, "test/node_modules/mysql2"), path.join(folder, "node_modules/mysql2"));
    for (const [file, text] of generatedFiles()) write(path.join(folder, file), text);
    write(path.join(folder, "random.ts"), readFileSync(path.join(import.meta.dirname, "random.ts"), "utf8"));
    for (const file of readdirSync(PROCESSES)) {
      write(path.join(folder, "processes", file), readFileSync(path.join(PROCESSES, file), "utf8"));
    }
    return { folder, remove: () => watchdog.dismiss() };
  } catch (error) {
    await watchdog.dismiss();
    throw error;
  }
}

/** Entry file of a process in a scratch project. */
export function entryFile(folder: string, name: "worker" | "producer"): string {
  return path.join(folder, "processes", `${name}.js`);
}

/** Its own build and not the package's `dist`, which another run may be writing at this moment. */
async function buildRuntime(target: string): Promise<void> {
  const source = path.join(ROOT, "packages/runtime");
  mkdirSync(target, { recursive: true });
  const tsdown = path.join(ROOT, "node_modules/.bin/tsdown");
  await promisify(execFile)(tsdown, ["--config-loader", "unrun", "--out-dir", path.join(target, "dist"), "--no-dts"], {
    cwd: source,
  });
  cpSync(path.join(source, "package.json"), path.join(target, "package.json"));
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const typescript = file.endsWith(".ts");
  writeFileSync(typescript ? file.replace(/\.ts$/, ".js") : file, typescript ? toJavaScript(file, text) : text);
}

function toJavaScript(file: string, text: string): string {
  const { outputText } = ts.transpileModule(text, {
    fileName: file,
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      inlineSourceMap: true,
    },
  });
  return outputText;
}
