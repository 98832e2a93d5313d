import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";

const PACKAGES: Readonly<Record<string, string>> = { tsx: "tsx", tsc: "typescript" };

/** The command that installs what the start command runs by npx, `undefined` where it is there. */
export function missingTool(start: string, root: string): string | undefined {
  const tool = /^npx (\S+)/.exec(start)?.[1] ?? "";
  const name = PACKAGES[tool];
  if (name === undefined || isInstalled(name, root)) return undefined;
  return `${installer(root)} ${name}`;
}

/** In the project or, in a workspace, above it. */
function isInstalled(name: string, folder: string): boolean {
  if (existsSync(resolve(folder, "node_modules", name))) return true;
  const parent = dirname(folder);
  return parent !== folder && isInstalled(name, parent);
}

function installer(root: string): string {
  if (existsSync(resolve(root, "pnpm-lock.yaml"))) return "pnpm add --save-dev";
  return existsSync(resolve(root, "yarn.lock")) ? "yarn add --dev" : "npm install --save-dev";
}
