import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Tsconfig } from "../tsconfig.js";

/** Where the user's sources are, relative to the project: `src` if it is there, else the rootDir of tsconfig.json, else ".". */
export function projectBase(root: string, tsconfig: Tsconfig | undefined): string {
  if (existsSync(resolve(root, "src"))) return "src";
  const rootDir = tsconfig?.rootDir === undefined ? "" : relative(root, tsconfig.rootDir).replaceAll("\\", "/");
  return rootDir === "" || rootDir.startsWith("..") ? "." : rootDir;
}

/** How this project's sources import each other. */
export function importExtensionOf(tsconfig: Tsconfig | undefined): "js" | "ts" | "none" {
  if (tsconfig?.rewriteRelativeImportExtensions || tsconfig?.allowImportingTsExtensions) return "ts";
  return tsconfig?.moduleResolution?.toLowerCase() === "bundler" ? "none" : "js";
}
