import { execFileSync } from "node:child_process";

/** Git as on a machine where nobody has configured anything, and nobody hooks in. */
export const GIT_ENV: Readonly<Record<string, string>> = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.com",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.com",
};

/** Runs git in a folder; throws with its words where it fails. */
export function git(folder: string, ...args: readonly string[]): string {
  const env = { PATH: process.env.PATH, ...GIT_ENV };
  return execFileSync("git", args, { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** A repository with a branch `main`; everything in the folder is its first commit. */
export function startRepository(folder: string): void {
  git(folder, "init", "--quiet", "--initial-branch=main");
  commitAll(folder);
}

export function commitAll(folder: string): void {
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--allow-empty", "--message=a state");
}
