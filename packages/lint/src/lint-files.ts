import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { FileFacts } from "./facts/code.js";
import { CLAIM_COLUMNS } from "./facts/project.js";
import { reasonOf } from "./files/find-files.js";
import { makePrefilter } from "./files/prefilter.js";
import { type Judged, judge } from "./judge.js";
import { type ReadSource, readSource } from "./read-source.js";
import { RULES } from "./rules/index.js";
import { isEnabled, type Settings } from "./settings.js";

export interface LintRun extends Judged {
  /** Files looked at, those included that the prefilter has put aside. */
  readonly files: number;
  /** Files that could not be read, or not in full. */
  readonly skipped: readonly Skipped[];
}

export interface Skipped {
  readonly file: string;
  readonly reason: string;
}

/** Files between two looks whether somebody has asked to stop. */
const BATCH = 50;

/**
 * Lints files on disk; `paths` relative to `root`, which is what the findings show. Rejects with the signal's reason when
 * it fires. `onProgress` is told the number of files read, every now and then.
 */
export async function lintFiles(
  root: string,
  paths: readonly string[],
  settings: Settings,
  signal: AbortSignal,
  onProgress?: (files: number) => void,
): Promise<LintRun> {
  const mayMatter = prefilterFor(settings);
  const facts: FileFacts[] = [];
  const skipped: Skipped[] = [];
  for (const [index, path] of paths.entries()) {
    if (index % BATCH === 0) {
      onProgress?.(index);
      await setImmediate();
    }
    signal.throwIfAborted();
    const read = await readOne(root, path, settings.sinks, mayMatter);
    if (read === undefined) continue;
    if (typeof read === "string") skipped.push({ file: path, reason: read });
    else {
      facts.push(read.facts);
      if (read.problem !== undefined) skipped.push({ file: path, reason: read.problem });
    }
  }
  return { ...judge(facts, settings), files: paths.length, skipped };
}

/** `undefined`: nothing in it for any rule. A text: why it could not be read. */
async function readOne(
  root: string,
  path: string,
  sinks: readonly string[],
  mayMatter: (bytes: Buffer) => boolean,
): Promise<ReadSource | string | undefined> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(join(root, path));
  } catch (error) {
    return reasonOf(error);
  }
  if (bytes.includes(0)) return "not text in UTF-8";
  if (!mayMatter(bytes)) return undefined;
  // Editors do not count the byte order mark.
  return readSource(path, bytes.toString("utf8").replace(/^\uFEFF/, ""), sinks);
}

/** False for the bytes of a file in which no rule of these settings can find anything. */
export function prefilterFor(settings: Settings): (bytes: Buffer) => boolean {
  const triggers = RULES.filter((rule) => isEnabled(rule.meta.name, settings)).flatMap((rule) => rule.meta.triggers);
  const tables = [...settings.queues.map((queue) => queue.table), ...CLAIM_COLUMNS];
  // An ORM calls `notify_task` NotifyTask, and `claim_token` claimToken.
  const names = [...tables, ...tables.map((name) => name.replaceAll("_", "")), ...Object.keys(settings.models)];
  return makePrefilter(triggers, [...names, "queuegen-disable", "queuegen-enable"]);
}
