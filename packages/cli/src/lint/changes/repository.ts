import { posix } from "node:path";
import type { Io } from "../../io.js";
import { askGit, problem } from "./git.js";

export interface Repository {
  /** Its top folder. */
  readonly top: string;
  /** A path from the top as a path from the project's root. */
  readonly fromRoot: (path: string) => string;
}

/** The git repository that the project is in. */
export async function repositoryOf(io: Io, root: string): Promise<Repository> {
  const asked = await askGit(io, root, ["rev-parse", "--show-toplevel", "--show-prefix"]);
  if (asked.code !== 0) {
    throw problem(
      "git-missing",
      `${root} is in no git repository that git would read (${asked.complaint}).`,
      "Run without --since and --staged, or where the repository is.",
    );
  }
  const [top = "", prefix = ""] = asked.out.toString("utf8").split("\n");
  return { top, fromRoot: (path) => posix.relative(`/${prefix}`, `/${path}`) };
}
