import type { Io } from "../../io.js";
import { askGit, gitText } from "./git.js";
import { parseDiff } from "./parse-diff.js";
import { repositoryOf } from "./repository.js";
import { type Changes, DIFF } from "./since.js";

export interface Staged {
  readonly changes: Changes;
  /** Files that are not as they are staged: their staged content, by path from the project's root. */
  readonly texts: ReadonlyMap<string, Buffer>;
}

/** What the next commit would bring. `isRead`: whether the linter reads a file, by its path from the project's root. */
export async function stagedChanges(io: Io, root: string, isRead: (file: string) => boolean): Promise<Staged> {
  const { top, fromRoot } = await repositoryOf(io, root);
  const [diff, unstaged] = await Promise.all([
    gitText(io, top, [...DIFF, "--cached", "--"]),
    gitText(io, top, ["diff", "--name-only", "-z", "--no-relative", "--diff-filter=d", "--ignore-submodules"]),
  ]);
  const texts = new Map<string, Buffer>();
  for (const path of unstaged.split("\0")) {
    if (path === "" || !isRead(fromRoot(path))) continue;
    const { code, out } = await askGit(io, top, ["cat-file", "blob", `:${path}`]);
    if (code === 0) texts.set(fromRoot(path), out);
  }
  return { changes: new Map([...parseDiff(diff)].map(([path, lines]) => [fromRoot(path), lines] as const)), texts };
}
