/** How generated imports name a file: `./table.js`, `./table.ts` or `./table`. */
export type ImportExtension = "js" | "ts" | "none";

/** What ends the specifier of a generated sibling: ".js", ".ts" or "". */
export function importSuffix(extension: ImportExtension): string {
  return extension === "none" ? "" : `.${extension}`;
}

/** Folder part of a path with forward slashes; "." where there is none. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "." : path.slice(0, slash);
}

/** `to` as seen from the folder `from`; both relative to one root, forward slashes. Starts with `./` or `../`. */
export function relativePath(from: string, to: string): string {
  const source = segments(from);
  const target = segments(to);
  let shared = 0;
  while (shared < source.length && shared < target.length && source[shared] === target[shared]) shared++;
  if (source.slice(shared).includes(".."))
    throw new RangeError(`no path from ${from} to ${to} without an absolute one`);
  const up = source.slice(shared).map(() => "..");
  const path = [...up, ...target.slice(shared)].join("/");
  return path.startsWith("../") || path === ".." ? path : `./${path}`;
}

/** The module specifier by which a file in folder `from` imports the source file `to`. */
export function importPath(from: string, to: string, extension: ImportExtension): string {
  const path = relativePath(from, to);
  if (extension === "ts") return path;
  // `.mts` and `.cts` have no extensionless form.
  const module = /\.([mc])ts$/.exec(path);
  if (module) return path.replace(/ts$/, "js");
  return path.replace(/\.tsx?$/, extension === "js" ? ".js" : "");
}

function segments(path: string): readonly string[] {
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else kept.push(segment);
  }
  return kept;
}
