import type { ExitCode } from "../command.js";
import { readTexts } from "../files/read-files.js";
import { type Change, writeFiles } from "../files/write-files.js";
import type { Io } from "../io.js";
import { initFiles } from "./init-files.js";

/** Makes what a project needs. What is there stays as it is, but for lines added to .gitattributes. */
export async function runInit(io: Io): Promise<ExitCode> {
  await makeProject(io);
  io.out("\nNext: `npx queuegen add notify` declares a queue called notify.\n");
  return 0;
}

/** As `init`, without the last words. */
export async function makeProject(io: Io): Promise<void> {
  const root = io.cwd;
  const wanted = initFiles(root);
  const present = readTexts(
    root,
    wanted.map(({ path }) => path),
  );
  const changes: Change[] = [];
  for (const { path, text, append } of wanted) {
    const old = present.get(path);
    if (old === undefined) changes.push({ path, text });
    else if (append) changes.push(...withLines(path, old, text));
  }
  await writeFiles(root, changes, io.signal);
  for (const { path } of wanted) io.out(`${doneTo(path, changes, present).padEnd(11)} ${path}\n`);
}

/** The lines of `text` that the file has not yet, at its end. */
function withLines(path: string, old: string, text: string): readonly Change[] {
  const there = new Set(old.split(/\r?\n/));
  const missing = text.split("\n").filter((line) => line !== "" && !there.has(line));
  if (missing.length === 0) return [];
  return [{ path, text: `${old.replace(/\n?$/, "\n")}${missing.join("\n")}\n` }];
}

function doneTo(path: string, changes: readonly Change[], present: ReadonlyMap<string, string>): string {
  if (!changes.some((change) => change.path === path)) return "kept";
  return present.has(path) ? "updated" : "created";
}
