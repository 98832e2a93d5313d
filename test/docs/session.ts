import { spawn } from "node:child_process";
import { isDeepStrictEqual } from "node:util";
import type { Block } from "./markdown.js";

/** A step of a page as a reader takes it, and what it printed. */
export interface Step {
  readonly block: Block;
  /** stdout and stderr, in the order of arrival. */
  readonly output: string;
}

export interface SessionOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** What a reader puts in place of words of the page: the own database's URL, the own place of the tarballs. */
  readonly replace: Readonly<Record<string, string>>;
}

/**
 * Does what a page says, in one shell: runs its `sh` blocks, writes the blocks whose first line is a comment with a path,
 * both in order. Throws with all that was printed where a command fails.
 */
export async function follow(blocks: readonly Block[], { cwd, env, replace }: SessionOptions): Promise<Step[]> {
  const steps = blocks.filter((block) => isRun(block) || pathOf(block) !== undefined);
  const script = steps.map((block, index) => `printf '${MARK}${index}\\n'\n${commandOf(block, replace)}\n`).join("");
  const { code, out } = await bash(`set -euo pipefail\n${script}`, cwd, env);
  const parts = out.split(MARK).slice(1);
  if (code !== 0) throw new Error(`block in line ${steps[parts.length - 1]?.line} failed (exit ${code}):\n${out}`);
  return steps.map((block, index) => ({ block, output: (parts[index] ?? "").replace(/^.*\n/, "") }));
}

/** Blocks marked ```` ```sh elsewhere ```` are for another folder or machine. */
export function isRun({ language, words }: Block): boolean {
  return language === "sh" && !words.includes("elsewhere");
}

/** The path in a comment on the first line: `// src/produce.ts`. */
export function pathOf({ text }: Block): string | undefined {
  return /^(?:\/\/|#) ([\w./-]+\.(?:ts|json|yml|sql))\n/.exec(text)?.[1];
}

/** Whether a text is what a page shows of it: `...` stands for anything on its line, alone on a line for any lines. */
export function matches(shown: string, actual: string): boolean {
  const lines = actual
    .trimEnd()
    .split("\n")
    .map((line) => line.trimEnd());
  const match = (wanted: readonly string[], at: number): boolean => {
    const [first, ...rest] = wanted;
    if (first === undefined) return at === lines.length;
    if (first.trim() === "...")
      return lines
        .slice(at)
        .concat("")
        .some((_, skip) => match(rest, at + skip));
    const line = lines[at];
    return line !== undefined && lineMatches(first.trimEnd(), line) && match(rest, at + 1);
  };
  return match(shown.trimEnd().split("\n"), 0);
}

function lineMatches(shown: string, line: string): boolean {
  const parts = shown.split("...");
  if (parts.length === 1) return isDeepStrictEqual(shown, line);
  return new RegExp(`^${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join(".*")}$`).test(line);
}

const MARK = "@@step ";

function commandOf(block: Block, replace: SessionOptions["replace"]): string {
  const file = pathOf(block);
  if (file === undefined || block.language === "sh") {
    return Object.entries(replace).reduce((text, [from, to]) => text.replaceAll(from, to), block.text);
  }
  return `mkdir -p "$(dirname ${file})"\ncat > ${file} <<'END_OF_BLOCK'\n${block.text}END_OF_BLOCK`;
}

function bash(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; out: string }> {
  const child = spawn("bash", ["-c", `exec 2>&1\n${script}`], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out }));
  });
}
