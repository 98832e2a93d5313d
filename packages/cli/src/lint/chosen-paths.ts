import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { QueuegenError } from "@queuegen/model";

/** The paths of the command line, relative to the project's root; the root itself where none is given. All must exist. */
export function chosenPaths(paths: readonly string[] | undefined, root: string, cwd: string): readonly string[] {
  if (paths === undefined || paths.length === 0) return ["."];
  const missing = paths.filter((path) => !existsSync(resolve(cwd, path)));
  if (missing.length > 0) {
    throw new QueuegenError(
      missing.map((path) => ({
        code: "path-missing",
        severity: "error",
        message: `There is no file or folder ${path}.`,
        hint: "Give paths relative to where you are, or none to lint the whole project.",
      })),
    );
  }
  return paths.map((path) => relative(root, resolve(cwd, path)).replaceAll("\\", "/") || ".");
}
