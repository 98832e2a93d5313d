import { chmodSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commitAll, GIT_ENV, git, startRepository } from "./git-project.js";
import { type Project, scratchProject } from "./project.js";
import { queuegen, shell } from "./run.js";

const QUOTE = `function pick(pool) {
  return pool.query("SELECT text FROM quote ORDER BY RAND() LIMIT 1");
}
`;
const SONG = QUOTE.replace("quote", "song");

/** `src/a.js:2 no-order-by-rand` for each finding, and the summary. */
async function findings(project: Project, ...args: readonly string[]) {
  const { code, out, err } = await project.runWith({ env: GIT_ENV }, "lint", "--format", "json", ...args);
  const report = out === "" ? undefined : JSON.parse(out);
  const told = report?.findings.map(
    (one: { file: string; line: number; rule: string }) => `${one.file}:${one.line} ${one.rule}`,
  );
  return { code, told, baseline: report?.summary.baseline, err };
}

describe("a baseline", () => {
  it("keeps quiet about what is known, tells what is new and what is gone, and is pruned", async () => {
    const project = scratchProject();
    project.write("src/a.js", QUOTE);
    project.write("src/b.js", SONG.replace("pick", "next"));
    const written = await project.run("lint", "--write-baseline");
    expect({ code: written.code, out: written.out }).toEqual({ code: 0, out: "" });
    expect(written.err).toContain("2 findings written to lint-baseline.jsonl");
    const text = project.read("lint-baseline.jsonl");
    expect(text).toMatchSnapshot();
    project.write("queuegen.json", JSON.stringify({ lint: { baseline: "lint-baseline.jsonl" } }));
    const quiet = await project.run("lint", "--max-warnings", "0");
    expect({ code: quiet.code, out: quiet.out.replace(/\d+\.\d+ s/, "0.00 s") }).toEqual({
      code: 0,
      out: "no findings (2 files, 2 in the baseline, 0.00 s).\n",
    });

    project.write("src/a.js", `\n${SONG}`);
    const swapped = await findings(project, "--max-warnings", "0");
    expect(swapped).toMatchObject({
      code: 1,
      told: ["src/a.js:3 no-order-by-rand", "lint-baseline.jsonl:2 stale-baseline-entry"],
      baseline: 1,
    });
    const elsewhere = await shell(join(project.root, "src"), "queuegen lint b.js");
    expect(elsewhere.out).toMatch(/^no findings \(1 file, 1 in the baseline, /);

    const pruned = await findings(project, "--prune-baseline");
    expect(pruned).toMatchObject({ told: ["src/a.js:3 no-order-by-rand"], baseline: 1 });
    expect(pruned.err).toContain("1 stale entry taken out of lint-baseline.jsonl");
    expect(project.read("lint-baseline.jsonl").split("\n")).toHaveLength(3);
  });

  it("is written for the files given, and keeps what it knows of others; what is silenced is not in it", async () => {
    const project = scratchProject();
    project.write("src/a.js", QUOTE);
    project.write("lib/b.js", QUOTE);
    await project.run("lint", "--write-baseline", "known.jsonl");
    project.write("src/a.js", `// queuegen-disable-file no-order-by-rand -- a page of quotes\n${SONG}`);
    const { err } = await project.run("lint", "src", "--write-baseline", "known.jsonl");
    expect(err).toContain("0 findings written to known.jsonl (1 of files that were not looked at are kept)");
    expect((await findings(project, "--baseline", "known.jsonl")).told).toEqual([]);
  });

  it.each([
    ["is not there", undefined, "baseline-missing  There is no baseline known.jsonl."],
    [
      "is a conflict",
      '{"version":1}\n<<<<<<< HEAD\n',
      "known.jsonl:2 cannot be read as a baseline: there are marks of a merge conflict.",
    ],
    ["is newer", '{"version":7}\n', "It was written by a newer queuegen"],
  ])("that %s ends the run with 2", async (_what, text, message) => {
    const project = scratchProject();
    project.write("a.js", QUOTE);
    if (text !== undefined) project.write("known.jsonl", text);
    const { code, out, err } = await project.run("lint", "--baseline", "known.jsonl");
    expect({ code, out, err }).toEqual({ code: 2, out: "", err: expect.stringContaining(message) });
  });
});

describe("only what was changed", () => {
  it("is told since a branch was left: in lines, statements and new files, wherever the user stands", async () => {
    const project = scratchProject();
    project.write("app/queuegen.json", "{}");
    project.write("app/src/old.js", QUOTE);
    project.write(
      "app/src/mixed.js",
      `${QUOTE}\nfunction other(pool) {\n  return pool.query(\`SELECT a\n    FROM song\n    WHERE id > 1\n    ORDER BY RAND()\`);\n}\n`,
    );
    startRepository(project.root);
    git(project.root, "switch", "--quiet", "--create", "mine");
    // Far from the sort key, in the same statement.
    project.edit("app/src/mixed.js", (text) => text.replace("    WHERE id > 1\n", ""));
    commitAll(project.root);
    project.write("app/src/my new/ü.js", QUOTE);
    const since = async (cwd: string) => {
      const { out } = await queuegen(join(project.root, cwd), ["lint", "--since", "main", "--format", "compact"], {
        env: GIT_ENV,
      });
      return out
        .split("\n")
        .filter(Boolean)
        .map((line) => line.split(":", 2).join(":"));
    };
    expect(await since("app")).toEqual(expect.arrayContaining(["src/mixed.js:8", "src/my new/ü.js:2"]));
    expect((await since("app")).some((line) => line.startsWith("src/old.js"))).toBe(false);
    expect((await since("app/src")).some((line) => line.startsWith("mixed.js:8"))).toBe(true);
    const unknown = await findings(project, "app", "--since", "nowhere");
    expect(unknown).toMatchObject({
      code: 2,
      err: expect.stringContaining('ref-unknown  git knows no commit "nowhere".'),
    });
  });

  it("is told of the next commit as it is staged, from a hook of git in a folder below", async () => {
    const project = scratchProject();
    project.write("app/old.js", QUOTE);
    startRepository(project.root);
    const hook = join(project.root, ".git/hooks/pre-commit");
    const bin = new URL("../../packages/cli/bin/queuegen.js", import.meta.url).pathname;
    writeFileSync(hook, `#!/bin/sh\ncd app && "${process.execPath}" "${bin}" lint --staged --max-warnings 0\n`);
    chmodSync(hook, 0o755);
    project.write("app/new.js", `\n\n${QUOTE}`);
    git(project.root, "add", "--all");
    // Mended on disk alone: the commit would still bring it.
    project.write("app/new.js", "");
    expect(() => commitStaged(project.root)).toThrow(/new\.js:4:/);
    git(project.root, "add", "--all");
    expect(() => commitStaged(project.root)).not.toThrow();
  });
});

/** Commits what is staged; throws with what the hook printed. */
function commitStaged(folder: string): void {
  try {
    git(folder, "commit", "--quiet", "--message=next");
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${stdout}${stderr}`);
  }
}

/** Tells on stderr, at the end, whether the TypeScript compiler was loaded. */
const TELLS_COMPILER = `data:text/javascript,${encodeURIComponent(
  'import { createRequire } from "node:module"; process.on("exit", () => console.error("compiler:", Object.keys(createRequire("file:///x.js").cache).some((path) => path.includes("ts-morph"))));',
)}`;

describe("files that have not changed", () => {
  it("are not parsed again; what is kept may be broken, written by two at once, or not wanted", async () => {
    const project = scratchProject();
    project.write("node_modules/.keep", "");
    project.write("src/a.js", QUOTE);
    project.write("src/b.js", SONG);
    const lint = async (...args: string[]) => {
      const env = { NODE_OPTIONS: `--import=${TELLS_COMPILER}` };
      const { out, err } = await project.runWith({ env }, "lint", ...args);
      return { out: out.replace(/\d+\.\d+ s/, ""), parsed: err.includes("compiler: true") };
    };
    const [first, second] = await Promise.all([lint(), lint()]);
    expect(first.out).toMatch(/2 warnings in 2 files/);
    expect(second.out).toBe(first.out);
    expect(await lint()).toEqual({ ...first, parsed: false });
    expect(await lint("--no-cache")).toEqual({ ...first, parsed: true });
    const cache = join(project.root, "node_modules/.cache/queuegen/lint");
    for (const file of readdirSync(cache)) truncateSync(join(cache, file), 100);
    expect(await lint()).toEqual({ ...first, parsed: true });
    project.edit("src/a.js", (text) => text.replace("quote", "joke"));
    const changed = await lint();
    expect({ parsed: changed.parsed, joke: changed.out.includes("table `joke`") }).toEqual({
      parsed: true,
      joke: true,
    });
    expect(readdirSync(cache)).toHaveLength(3);
  });
});
