import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Absolute path of the repository, without a slash at the end. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/**
 * The exact package manager that the repository asks for, called through npx so that nobody has to install it.
 * @returns {readonly [command: string, ...args: string[]]}
 */
export function pnpm() {
  const { packageManager } = JSON.parse(readFileSync(`${ROOT}/package.json`, "utf8"));
  const pinned = /^pnpm@\d+\.\d+\.\d+/.exec(packageManager)?.[0];
  if (pinned === undefined)
    throw new Error(`package.json: "packageManager" must pin pnpm exactly, not ${packageManager}`);
  return ["npx", "-y", pinned];
}
