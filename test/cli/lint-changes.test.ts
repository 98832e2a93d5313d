import { realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Io } from "../../packages/cli/src/io.js";
import { changesSince } from "../../packages/cli/src/lint/changes/since.js";
import { stagedChanges } from "../../packages/cli/src/lint/changes/staged.js";
import { commitAll, GIT_ENV, git, startRepository } from "./git-project.js";
import { type Project, scratchProject } from "./project.js";

function ioIn(cwd: string, env: Readonly<Record<string, string>> = {}): Io {
  return {
    cwd,
    env: { PATH: process.env.PATH, ...GIT_ENV, ...env },
    interactive: false,
    out: () => {},
    err: () => {},
    now: () => new Date(0),
    signal: new AbortController().signal,
  };
}

/** `a.ts:2-3` for lines, `a.ts:2|` for something gone after line 2, `a.ts:all` for a new file. */
async function since(ref: string, root: string): Promise<readonly string[]> {
  return written(await changesSince(ref, ioIn(root), root));
}

function written(changes: Awaited<ReturnType<typeof changesSince>>): readonly string[] {
  const lines = [...changes].map(([file, changed]) => {
    if (changed === "all") return `${file}:all`;
    return `${file}:${changed.map(({ start, end, gap }) => (gap ? `${start}|` : start === end ? start : `${start}-${end}`)).join(",")}`;
  });
  return lines.sort();
}

function repository(files: Readonly<Record<string, string>>): Project {
  const project = scratchProject();
  for (const [path, text] of Object.entries(files)) project.write(path, text);
  startRepository(project.root);
  return project;
}

const LINES = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";

describe("what has changed since a branch was left", () => {
  it("are lines committed, staged, not staged, and files that git does not know, but not what the other branch did", async () => {
    const { root, ...project } = repository({ "a.ts": LINES, "b.ts": LINES, "c.ts": LINES, "theirs.ts": LINES });
    git(root, "switch", "--quiet", "--create", "mine");
    project.edit("a.ts", (text) => text.replace("2\n", "two\n"));
    commitAll(root);
    git(root, "switch", "--quiet", "main");
    project.edit("theirs.ts", (text) => `0\n${text}`);
    commitAll(root);
    git(root, "switch", "--quiet", "mine");
    project.edit("b.ts", (text) => text.replace("4\n5\n", ""));
    git(root, "add", "b.ts");
    project.edit("c.ts", (text) => text.replace("9\n", "9\n10\n11\n"));
    project.write("new.ts", LINES);
    project.write(".gitignore", "ignored.ts\n");
    project.write("ignored.ts", LINES);
    const changes = [".gitignore:all", "a.ts:2", "b.ts:3|", "c.ts:10-11", "new.ts:all"];
    expect(await since("main", root)).toEqual(changes);
    expect(await since("HEAD", root)).toEqual(changes.filter((change) => !change.startsWith("a.ts")));
  });

  it("are of a renamed file only the lines that changed, and of a deleted one none", async () => {
    const { root, ...project } = repository({ "a.ts": LINES, "b.ts": LINES.replaceAll("\n", "b\n"), "c.ts": "x\n" });
    git(root, "mv", "a.ts", "moved.ts");
    git(root, "mv", "b.ts", "moved and changed.ts");
    project.edit("moved and changed.ts", (text) => text.replace("5b", "five"));
    git(root, "rm", "--quiet", "c.ts");
    expect(await since("main", root)).toEqual(["moved and changed.ts:5"]);
  });

  it("have names of every kind", async () => {
    const names = ["my file.ts", "größe.ts", 'a"b.ts', "日本 語.ts", "a\tb.ts"];
    const { root, ...project } = repository(Object.fromEntries(names.map((name) => [name, LINES])));
    for (const name of names) project.edit(name, (text) => text.replace("1\n", "one\n"));
    project.write("neu ü.ts", "");
    expect(await since("main", root)).toEqual([...names.map((name) => `${name}:1`), "neu ü.ts:all"].sort());
  });

  it("are the same whatever git is configured to show", async () => {
    const { root, ...project } = repository({ "a.ts": LINES });
    project.edit("a.ts", (text) => text.replace("2\n", "two\n").replace("6\n", "six\n"));
    for (const [key, value] of [
      ["diff.noprefix", "true"],
      ["diff.mnemonicPrefix", "true"],
      ["diff.interHunkContext", "9"],
      ["diff.context", "5"],
      ["color.ui", "always"],
      ["diff.external", "false"],
      ["diff.relative", "true"],
    ]) {
      git(root, "config", key ?? "", value ?? "");
      expect(await since("main", root)).toEqual(["a.ts:2,6"]);
    }
  });

  it("are seen from a project below the repository's top", async () => {
    const { root, ...project } = repository({ "apps/web/src/a.ts": LINES, "lib/b.ts": LINES });
    for (const path of ["apps/web/src/a.ts", "lib/b.ts"]) project.edit(path, (text) => `0\n${text}`);
    expect(await since("main", join(root, "apps/web"))).toEqual(["../../lib/b.ts:1", "src/a.ts:1"]);
  });
});

describe("what git cannot tell", () => {
  const refused = async (ref: string, root: string) => {
    const error: unknown = await changesSince(ref, ioIn(root), root).catch((caught: unknown) => caught);
    const [{ code, hint }] = (error as { diagnostics: [{ code: string; hint: string }] }).diagnostics;
    return { code, shallow: hint.includes("shallow") };
  };

  it("is a commit that does not exist, also one that looks like an option", async () => {
    const { root, ...project } = repository({ "a.ts": LINES });
    expect(await refused("nowhere", root)).toEqual({ code: "ref-unknown", shallow: false });
    expect(await refused("--output=stolen", root)).toEqual({ code: "ref-unknown", shallow: false });
    expect(project.files().filter((file) => !file.startsWith(".git"))).toEqual(["a.ts"]);
  });

  it("is anything outside of a repository", async () => {
    expect(await refused("main", scratchProject().root)).toEqual({ code: "git-missing", shallow: false });
  });

  it("is a history that has no beginning in common", async () => {
    const { root, ...project } = repository({ "a.ts": LINES });
    git(root, "switch", "--quiet", "--orphan", "other");
    project.write("b.ts", LINES);
    commitAll(root);
    expect(await refused("main", root)).toEqual({ code: "no-common-ancestor", shallow: false });
  });

  it("is what a shallow clone has not fetched; then the message says how to fetch it", async () => {
    const { root, ...project } = repository({ "a.ts": LINES });
    git(root, "switch", "--quiet", "--create", "mine");
    project.write("b.ts", LINES);
    commitAll(root);
    const clone = scratchProject().root;
    git(clone, "clone", "--quiet", "--depth=1", "--branch=mine", `file://${realpathSync(root)}`, ".");
    expect(await refused("origin/main", clone)).toEqual({ code: "ref-unknown", shallow: true });
    git(clone, "fetch", "--quiet", "--depth=1", "origin", "main:refs/remotes/origin/main");
    expect(await refused("origin/main", clone)).toEqual({ code: "no-common-ancestor", shallow: true });
  });
});

describe("what is staged", () => {
  it("are lines of the index, and the content of files that differ from it", async () => {
    const { root, ...project } = repository({ "a.ts": LINES, "b.ts": LINES, "c.ts": LINES, "gone.ts": LINES });
    project.edit("a.ts", (text) => `0\n${text}`);
    project.write("my new.ts", LINES);
    git(root, "add", "--all");
    project.edit("a.ts", (text) => `later\n${text}`);
    project.edit("b.ts", (text) => `later\n${text}`);
    project.remove("gone.ts");
    project.write("unknown.ts", LINES);
    const { changes, texts } = await stagedChanges(ioIn(root), root, (file) => file !== "c.ts");
    expect(written(changes)).toEqual(["a.ts:1", "my new.ts:1-9"]);
    expect([...texts].map(([file, text]) => [file, text.toString()])).toEqual([
      ["a.ts", `0\n${LINES}`],
      ["b.ts", LINES],
    ]);
  });

  it("is there before the first commit as well", async () => {
    const project = scratchProject();
    git(project.root, "init", "--quiet", "--initial-branch=main");
    project.write("a.ts", LINES);
    git(project.root, "add", "a.ts");
    expect(written((await stagedChanges(ioIn(project.root), project.root, () => true)).changes)).toEqual(["a.ts:1-9"]);
  });
});
