import { relative } from "node:path";

/** As paths are printed and matched: relative, with forward slashes. */
export function relativePath(root: string, path: string): string {
  return relative(root, path).replaceAll("\\", "/");
}
