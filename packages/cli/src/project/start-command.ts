import { relative } from "node:path";
import type { Config } from "../config.js";
import type { Tsconfig } from "../tsconfig.js";

/** How the worker of this project is started, by what tsconfig.json says of its output. */
export function startCommand(
  config: Pick<Config, "root" | "worker" | "importExtension">,
  tsconfig: Tsconfig | undefined,
  node: string,
): string {
  const { worker, root } = config;
  const built = tsconfig && builtPath(root, worker, tsconfig);
  if (built !== undefined) return `npx tsc && node ${built}`;
  // Node runs TypeScript itself from 22.18 on, where imports name the .ts files.
  if (config.importExtension === "ts" && stripsTypes(node)) return `node ${worker}`;
  return `npx tsx ${worker}`;
}

/** Where tsc puts the worker, `undefined` where it does not or where that depends on what else it compiles. */
function builtPath(root: string, worker: string, { outDir, rootDir, noEmit }: Tsconfig): string | undefined {
  if (outDir === undefined || rootDir === undefined || noEmit) return undefined;
  const source = relative(rootDir, `${root}/${worker}`).replaceAll("\\", "/");
  if (source.startsWith("..")) return undefined;
  const folder = relative(root, outDir).replaceAll("\\", "/");
  return `${folder === "" ? "." : folder}/${source.replace(/ts$/, "js")}`;
}

function stripsTypes(node: string): boolean {
  const [major = 0, minor = 0] = node.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}
