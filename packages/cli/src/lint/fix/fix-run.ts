import { resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  type FilesRun,
  type Finding,
  type FixedFiles,
  fixAll,
  type Judged,
  judge,
  type Settings,
} from "@queuegen/lint";
import { lookAt, replaceFile } from "./replace-file.js";

export interface FixRun {
  /** What is left to find once the fixes are made. */
  readonly judged: Judged;
  /** The files that were written, or would be, with their byte order marks. */
  readonly changed: FixedFiles["changed"];
  /** Number of findings that are gone by their fix. */
  readonly fixed: number;
  /** Fixes that were not made: place, and why. */
  readonly refused: readonly string[];
}

export interface FixOptions {
  readonly cwd: string;
  readonly dry: boolean;
  /** What of the findings may be fixed. */
  readonly select: (judged: Judged) => readonly Finding[];
  /** Nothing is written once it has fired. */
  readonly signal: AbortSignal;
}

/** Makes the safe fixes of a run; only on paper if `dry`. Files that cannot be written are left as they are, and said. */
export async function fixRun(
  run: FilesRun,
  settings: Settings,
  { cwd, dry, select, signal }: FixOptions,
): Promise<FixRun> {
  const texts = new Map(run.facts.map(({ source }) => [source.path, source.text]));
  const fixable = select(run).filter(({ fix }) => fix !== undefined);
  const [closed, marks] = [new Map<string, string>(), new Map<string, string>()];
  for (const file of new Set(fixable.map(({ at }) => at.file))) {
    const found = lookAt(resolve(cwd, file), texts.get(file) ?? "");
    if (typeof found === "string") closed.set(file, found);
    else marks.set(file, found.mark);
  }
  const fixes = await fixAll(run.facts, settings, (judged) => select(judged).filter(({ at }) => !closed.has(at.file)));
  // Ctrl-C is heard of here at the latest: what has begun to be written is written.
  await setImmediate();
  signal.throwIfAborted();
  if (!dry) {
    for (const { path, before, after } of fixes.changed) {
      const reason = replaceFile(resolve(cwd, path), before, after);
      if (reason !== undefined) closed.set(path, reason);
    }
  }
  const changed = fixes.changed
    .filter(({ path }) => !closed.has(path))
    .map(({ path, before, after }) => {
      const mark = marks.get(path) ?? "";
      return { path, before: mark + before, after: mark + after };
    });
  const lost = changed.length < fixes.changed.length;
  const facts = fixes.facts.map((file, index) => (closed.has(file.source.path) ? run.facts[index]! : file));
  return {
    judged: lost ? judge(facts, settings) : fixes.judged,
    changed,
    fixed: fixes.applied.filter(({ at }) => !closed.has(at.file)).length,
    refused: [
      ...[...closed].map(([file, reason]) => `${file} was not fixed: ${reason}.`),
      ...fixes.refused.map(({ finding, reason }) => {
        const { at, code } = finding;
        return `${at.file}:${at.line}:${at.column} was not fixed (${code}): ${reason}.`;
      }),
    ],
  };
}
