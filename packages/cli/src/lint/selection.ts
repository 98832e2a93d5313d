import { posix, relative, resolve } from "node:path";
import { type Finding, matchBaseline, printBaseline, staleFindings } from "@queuegen/lint";
import { QueuegenError } from "@queuegen/model";
import type { LintArgs } from "../commands/lint.js";
import type { Config } from "../config.js";
import type { Io } from "../io.js";
import { lookedAt } from "./baseline/looked-at.js";
import { type Baseline, baselinePath, DEFAULT_BASELINE, openBaseline } from "./baseline/open-baseline.js";
import { writeBaseline } from "./baseline/write-baseline.js";
import { type Changes, changesSince } from "./changes/since.js";
import { type Staged, stagedChanges } from "./changes/staged.js";
import { touches } from "./changes/touches.js";
import { replaceWhole } from "./replace-whole.js";

/** Which of the findings of a run are told. */
export interface Selection {
  /** What is read instead of what is on disk, by the path as it is shown. */
  readonly texts: ReadonlyMap<string, Buffer> | undefined;
  pick(findings: readonly Finding[]): Picked;
  /** Takes stale entries out of the baseline, where that was asked for. */
  prune(findings: readonly Finding[]): void;
  /** Writes the baseline, where that was asked for, and says so. */
  write(findings: readonly Finding[]): boolean;
}

export interface Picked {
  readonly findings: readonly Finding[];
  /** Number of findings that are in the baseline. */
  readonly known: number;
}

/** The files of a run, relative to the project's root, and how they are shown. */
export interface RunFiles {
  readonly files: readonly string[];
  /** What the run was given. */
  readonly paths: readonly string[];
  readonly shown: (path: string) => string;
}

/** Reads the baseline and asks git, before any file is looked at: mistakes are told at once. */
export async function selectionOf(args: LintArgs, config: Config, io: Io, run: RunFiles): Promise<Selection> {
  const isLookedAt = lookedAt(config, run.files, run.paths);
  const pathOf = rootPaths(config.root, io.cwd);
  const file = baselinePath(args, config, io);
  const target = args["write-baseline"];
  const baseline = file === undefined || target !== undefined ? undefined : openBaseline(file, io);
  if (args["prune-baseline"] && baseline === undefined) throw noBaseline();
  const { changes, texts } = await changesOf(args, config, io, run);
  const match = ({ entries }: Baseline, findings: readonly Finding[]) =>
    matchBaseline(findings, entries, pathOf, isLookedAt);
  return {
    texts,
    pick(findings) {
      const { left, known, stale } = baseline ? match(baseline, findings) : { left: findings, known: 0, stale: [] };
      const gone = args["prune-baseline"] || baseline === undefined ? [] : stale;
      const all = [...left, ...(baseline ? staleFindings(baseline.shown, baseline.text, gone) : [])];
      return { findings: changes ? all.filter((finding) => touches(finding, changes, pathOf)) : all, known };
    },
    prune(findings) {
      if (!args["prune-baseline"] || baseline === undefined) return;
      const gone = new Set<unknown>(match(baseline, findings).stale);
      const kept = baseline.entries.filter((entry) => !gone.has(entry));
      if (gone.size > 0) replaceWhole(baseline.file, baseline.shown, printBaseline(kept));
      io.err(`${gone.size} stale ${gone.size === 1 ? "entry" : "entries"} taken out of ${baseline.shown}\n`);
    },
    write(findings) {
      if (target === undefined) return false;
      const path = target === "" ? (file ?? resolve(config.root, DEFAULT_BASELINE)) : resolve(io.cwd, target);
      writeBaseline(path, findings, pathOf, isLookedAt, io);
      if (path !== file) io.err(`${howToUse(relative(config.root, path).replaceAll("\\", "/"))}\n`);
      return true;
    },
  };
}

async function changesOf(
  { since, staged }: LintArgs,
  { root }: Config,
  io: Io,
  { files, shown }: RunFiles,
): Promise<{ readonly changes?: Changes; readonly texts: Selection["texts"] }> {
  if (since !== undefined) return { changes: await changesSince(since, io, root), texts: undefined };
  if (!staged) return { texts: undefined };
  const read = new Set(files);
  const { changes, texts }: Staged = await stagedChanges(io, root, (file) => read.has(file));
  return { changes, texts: new Map([...texts].map(([file, text]) => [shown(file), text])) };
}

/** Findings have paths as they are shown. */
function rootPaths(root: string, cwd: string): (file: string) => string {
  const prefix = relative(root, cwd).replaceAll("\\", "/");
  return (file) => posix.join(prefix, file);
}

function howToUse(path: string): string {
  return `It counts with --baseline, or for every run with "lint": { "baseline": "${path}" } in queuegen.json.`;
}

function noBaseline(): QueuegenError {
  return new QueuegenError([
    {
      code: "usage",
      severity: "error",
      message: "--prune-baseline has no baseline to look at.",
      hint: "Name it by --baseline or by lint.baseline of queuegen.json.",
    },
  ]);
}
