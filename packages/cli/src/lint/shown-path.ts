import { posix, relative, resolve } from "node:path";

/**
 * How paths that are relative to the project's root are shown: relative to where the user is, with forward slashes. A
 * folder is worked out once, not for each of its files.
 */
export function shownFrom(cwd: string, root: string): (path: string) => string {
  if (cwd === root) return (path) => path;
  const folders = new Map<string, string>();
  return (path) => {
    const cut = path.lastIndexOf("/");
    const folder = path.slice(0, Math.max(0, cut));
    let shown = folders.get(folder);
    if (shown === undefined) {
      shown = relative(cwd, resolve(root, folder)).replaceAll("\\", "/");
      folders.set(folder, shown);
    }
    return posix.join(shown, path.slice(cut + 1));
  };
}
