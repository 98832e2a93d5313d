import { Project } from "ts-morph";

let fileSystem: ReturnType<Project["getFileSystem"]> | undefined;

/**
 * Absolute paths of the files that match, as the command finds them: ts-morph brings the same globbing. `root` is absolute,
 * with forward slashes; a pattern with `!` before it takes files out.
 */
export function findFilesByGlob(root: string, patterns: readonly string[]): readonly string[] {
  fileSystem ??= new Project({ skipAddingFilesFromTsConfig: true, skipLoadingLibFiles: true }).getFileSystem();
  const folder = root.replace(/[\\()[\]{}!*?|+@]/g, "\\$&");
  const below = patterns.map((pattern) =>
    pattern.startsWith("!") ? `!${folder}/${pattern.slice(1)}` : `${folder}/${pattern}`,
  );
  return fileSystem.globSync([...below, "!**/node_modules/**"]).toSorted();
}
