import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { QueuegenError } from "@queuegen/model";
import type { Io } from "../../io.js";

export interface GitAnswer {
  readonly code: number;
  readonly out: Buffer;
  /** What git complains of, its first line. */
  readonly complaint: string;
}

/** Asks git in a folder. Throws where there is no git at all; a refusal is an answer. */
export function askGit(io: Io, cwd: string, args: readonly string[]): Promise<GitAnswer> {
  const env = { ...io.env, ...gitFolders(io), LC_ALL: "C", GIT_OPTIONAL_LOCKS: "0" };
  const options = { cwd, env, encoding: "buffer", maxBuffer: 2 ** 30, signal: io.signal } as const;
  return new Promise((answer, reject) => {
    execFile("git", ["-c", "core.quotePath=false", ...args], options, (error, out, err) => {
      if (error === null) answer({ code: 0, out, complaint: "" });
      else if (typeof error.code === "number")
        answer({ code: error.code, out, complaint: err.toString("utf8").split("\n")[0] ?? "" });
      else reject(error.code === "ENOENT" ? noGit() : error);
    });
  });
}

/** A hook may name them relative to where the command was started. */
function gitFolders({ env, cwd }: Io): Readonly<Record<string, string>> {
  const names = ["GIT_DIR", "GIT_WORK_TREE"].filter((name) => env[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, resolve(cwd, env[name] ?? "")]));
}

/** The answer, or git's complaint as something the user can mend. */
export async function gitText(io: Io, cwd: string, args: readonly string[]): Promise<string> {
  const { code, out, complaint } = await askGit(io, cwd, args);
  if (code === 0) return out.toString("utf8");
  throw problem("git-failed", `git ${args[0]} failed: ${complaint}`, "Run it by hand to see what is wrong.");
}

export function problem(code: string, message: string, hint: string): QueuegenError {
  return new QueuegenError([{ code, severity: "error", message, hint }]);
}

function noGit(): QueuegenError {
  return problem("git-missing", "There is no git on this machine.", "Install it, or run without --since and --staged.");
}
