import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const bin = fileURLToPath(new URL("../../packages/cli/bin/queuegen.js", import.meta.url));
const built = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions extends Pick<SpawnOptions, "uid" | "gid"> {
  readonly env?: Readonly<Record<string, string>>;
  /** Shell words put before the command: `ulimit -f 1;`. */
  readonly shell?: string;
  readonly onStart?: (child: ChildProcess) => void;
}

/** Runs the built CLI in a folder, as a user does, with a clock that stands still. */
export function queuegen(cwd: string, args: readonly string[], options: RunOptions = {}): Promise<Run> {
  if (!existsSync(built)) throw new Error("the CLI is not built: npm run build");
  const { env, shell, onStart, ...rest } = options;
  const command = [process.execPath, bin, ...args];
  const [file, ...words] = shell === undefined ? command : ["bash", "-c", `${shell} exec "$@"`, "bash", ...command];
  const child = spawn(file as string, words, {
    cwd,
    env: { PATH: process.env.PATH, SOURCE_DATE_EPOCH: "1772366400", ...env },
    ...rest,
  });
  onStart?.(child);
  return collect(child);
}

/** Runs a line of bash in which `queuegen` is the built CLI; `out` holds what stdout and stderr print, in that order of arrival. */
export function shell(cwd: string, line: string): Promise<Run> {
  const script = `exec 2>&1; queuegen() { "${process.execPath}" "${bin}" "$@"; }; ${line}`;
  const env = { PATH: process.env.PATH, SOURCE_DATE_EPOCH: "1772366400" };
  return collect(spawn("bash", ["-c", script], { cwd, env }));
}

function collect(child: ChildProcess): Promise<Run> {
  let out = "";
  let err = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (err += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
  });
}
