import type { Io } from "../../io.js";
import { askGit, gitText, problem } from "./git.js";
import type { ChangedLines } from "./parse-diff.js";
import { parseDiff } from "./parse-diff.js";
import { type Repository, repositoryOf } from "./repository.js";

/** `all` for a file that is new as a whole. By path from the project's root. */
export type Changes = ReadonlyMap<string, readonly ChangedLines[] | "all">;

/** Whatever git's configuration says. */
export const DIFF: readonly string[] = [
  ...[
    "diff",
    "--unified=0",
    "--inter-hunk-context=0",
    "--find-renames",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
  ],
  ...["--src-prefix=a/", "--dst-prefix=b/", "--no-relative", "--ignore-submodules"],
];

/**
 * What differs between the files as they are, committed or not, and the commit where this branch left the other one: what
 * a merge of this state would bring. Files that git does not know yet are new; ignored ones are not looked at.
 */
export async function changesSince(ref: string, io: Io, root: string): Promise<Changes> {
  const repository = await repositoryOf(io, root);
  const base = await mergeBase(ref, io, repository);
  const [diff, untracked] = await Promise.all([
    gitText(io, repository.top, [...DIFF, base, "--"]),
    gitText(io, repository.top, ["ls-files", "--others", "--exclude-standard", "-z"]),
  ]);
  const changes = [...parseDiff(diff)].map(([path, lines]) => [repository.fromRoot(path), lines] as const);
  const files = untracked.split("\0").filter((path) => path !== "");
  return new Map<string, readonly ChangedLines[] | "all">([
    ...changes,
    ...files.map((path) => [repository.fromRoot(path), "all"] as const),
  ]);
}

async function mergeBase(ref: string, io: Io, { top }: Repository): Promise<string> {
  const commit = await askGit(io, top, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]);
  if (commit.code !== 0) {
    throw problem(
      "ref-unknown",
      `git knows no commit "${ref}".`,
      (await isShallow(io, top))
        ? SHALLOW
        : "Name a branch, tag or commit; one of another machine needs `git fetch` first.",
    );
  }
  const base = await askGit(io, top, ["merge-base", commit.out.toString("utf8").trim(), "HEAD"]);
  if (base.code === 0) return base.out.toString("utf8").trim();
  throw problem(
    "no-common-ancestor",
    `"${ref}" and HEAD have no commit in common.`,
    (await isShallow(io, top)) ? SHALLOW : "Name a commit that this branch has grown from.",
  );
}

const SHALLOW =
  "This clone is shallow: `git fetch --unshallow` fetches the rest; in GitHub Actions give actions/checkout `fetch-depth: 0`.";

async function isShallow(io: Io, top: string): Promise<boolean> {
  const { out } = await askGit(io, top, ["rev-parse", "--is-shallow-repository"]);
  return out.toString("utf8").trim() === "true";
}
