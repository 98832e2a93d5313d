import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** What a command used. */
export interface CommandUse {
  readonly seconds: number;
  /** User and kernel CPU of the command and its children. */
  readonly cpuSeconds: number;
  /** Largest resident memory of its largest process, bytes; 0 where there is no /proc. */
  readonly peakRss: number;
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A peak is kept by the kernel, so a look now and then is enough; the last one must come shortly before the end. */
const LOOK_MS = 15;

/** Runs a command to its end. The CPU time is the shell's own account of its children, to a ms. */
export async function runCommand(
  command: readonly [string, ...string[]],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<CommandUse> {
  const startedAt = performance.now();
  const shell = spawn("/bin/sh", ["-c", '"$@"; code=$?; times >&3; exit $code', "bench", ...command], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const texts = [1, 2, 3].map((fd) => collect(shell.stdio[fd] as NodeJS.ReadableStream));
  let peakRss = 0;
  const look = setInterval(() => {
    peakRss = Math.max(peakRss, ...childrenOf(shell.pid ?? 0).map(peakOf));
  }, LOOK_MS);
  const exitCode = await new Promise<number>((resolve, reject) => {
    shell.once("error", reject);
    shell.once("exit", (code) => resolve(code ?? -1));
  });
  clearInterval(look);
  const seconds = (performance.now() - startedAt) / 1000;
  const [stdout, stderr, times] = (await Promise.all(texts)) as [string, string, string];
  return { seconds, cpuSeconds: childrenTime(times), peakRss, exitCode, stdout, stderr };
}

/** `times` prints two lines, `0m0.001s 0m0.002s`: user and system of the shell, then of its children. */
export function childrenTime(times: string): number {
  const line = times.trim().split("\n")[1] ?? "";
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length !== 2) throw new Error(`the shell's times are not understood: ${JSON.stringify(times)}`);
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

async function collect(stream: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += chunk;
  return text;
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

function peakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
