import { setImmediate } from "node:timers/promises";
import type { FileFacts } from "./facts/code.js";
import { CLAIM_COLUMNS } from "./facts/project.js";
import { reasonOf } from "./files/find-files.js";
import { makePrefilter, type Prefilter } from "./files/prefilter.js";
import { FileReader } from "./files/read-bytes.js";
import { type Judged, judgeInSteps } from "./judge.js";
import { type ReadSource, readSource } from "./read-source.js";
import { RULES } from "./rules/index.js";
import { isEnabled, type Settings, unresolvedLevel } from "./settings.js";

export interface LintRun extends Judged {
  /** Files looked at, those included that the prefilter has put aside. */
  readonly files: number;
  /** Files that could not be read, or not in full. */
  readonly skipped: readonly Skipped[];
  /** Number of findings that are in the baseline, and not among `findings`. */
  readonly known?: number;
}

/** A run with what its files tell, for fixes. Files that the prefilter has put aside tell nothing. */
export interface FilesRun extends LintRun {
  readonly facts: readonly FileFacts[];
}

export interface Skipped {
  readonly file: string;
  readonly reason: string;
}

export interface LintOptions {
  /** The run rejects with its reason when it fires. */
  readonly signal: AbortSignal;
  /** Told the number of files read, every now and then. */
  readonly onProgress?: (files: number) => void;
  /** Instead of what is on disk, by path. */
  readonly texts?: ReadonlyMap<string, Buffer> | undefined;
  /** What reading files came to in earlier runs. */
  readonly cache?: FactsCache | undefined;
}

/** Keeps what reading a file came to. It depends on the path, the text and `sinks`, and on nothing else. */
export interface FactsCache {
  get(path: string, text: string, sinks: readonly string[]): ReadSource | undefined;
  set(path: string, text: string, sinks: readonly string[], read: ReadSource): void;
}

/** Between two looks whether somebody has asked to stop. */
const LOOK_MS = 20;

/** Lints files; `paths` relative to `root`, which is what the findings show. */
export async function lintFiles(
  root: string,
  paths: readonly string[],
  settings: Settings,
  { signal, onProgress, texts, cache }: LintOptions,
): Promise<FilesRun> {
  const reader = readerOf(root, settings, texts, cache);
  const facts: FileFacts[] = [];
  const skipped: Skipped[] = [];
  let looked = Number.NEGATIVE_INFINITY;
  const isDue = (): boolean => performance.now() - looked > LOOK_MS;
  const look = async (done: number): Promise<void> => {
    onProgress?.(done);
    await setImmediate();
    signal.throwIfAborted();
    looked = performance.now();
  };
  for (const [index, path] of paths.entries()) {
    if (isDue()) await look(index);
    const pending = reader(path);
    if (pending === undefined) continue;
    const read = await pending;
    if (typeof read === "string") skipped.push({ file: path, reason: read });
    else {
      facts.push(read.facts);
      if (read.problem !== undefined) skipped.push({ file: path, reason: read.problem });
    }
  }
  const steps = judgeInSteps(facts, settings);
  for (;;) {
    if (isDue()) await look(paths.length);
    const step = steps.next();
    if (step.done) return { ...step.value, facts, files: paths.length, skipped };
  }
}

/** `undefined`: nothing in it for any rule. A text: why it could not be read. */
type Reading = Promise<ReadSource> | ReadSource | string | undefined;

function readerOf(
  root: string,
  settings: Settings,
  texts: LintOptions["texts"],
  cache: FactsCache | undefined,
): (path: string) => Reading {
  const judgeBytes = verdictFor(settings);
  const files = new FileReader();
  return (path) => {
    let bytes = texts?.get(path);
    let length = bytes?.length ?? 0;
    if (bytes === undefined) {
      try {
        length = files.read(`${root}/${path}`);
      } catch (error) {
        return reasonOf(error);
      }
      bytes = files.bytes;
    }
    const verdict = judgeBytes(bytes, length);
    if (verdict === "aside") return undefined;
    if (verdict === "binary") return "not text in UTF-8";
    // Editors do not count the byte order mark.
    const text = bytes.toString("utf8", 0, length).replace(/^\uFEFF/, "");
    return readCached(path, text, settings.sinks, cache);
  };
}

function readCached(
  path: string,
  text: string,
  sinks: readonly string[],
  cache: FactsCache | undefined,
): ReadSource | Promise<ReadSource> {
  // Scripts are read as fast as they would be fetched.
  if (cache === undefined || /\.sql$/i.test(path)) return readSource(path, text, sinks);
  const known = cache.get(path, text, sinks);
  if (known !== undefined) return known;
  return readSource(path, text, sinks).then((read) => {
    cache.set(path, text, sinks, read);
    return read;
  });
}

/** False for the bytes of a file in which no rule of these settings can find anything. */
export function prefilterFor(settings: Settings): (bytes: Buffer) => boolean {
  const verdict = verdictFor(settings);
  return (bytes) => verdict(bytes) !== "aside";
}

function verdictFor(settings: Settings): Prefilter {
  const triggers = RULES.filter((rule) => isEnabled(rule.meta.name, settings)).flatMap((rule) => rule.meta.triggers);
  const tables = [...settings.queues.map((queue) => queue.table), ...CLAIM_COLUMNS];
  // An ORM calls `notify_task` NotifyTask, and `claim_token` claimToken.
  const names = [...tables, ...tables.map((name) => name.replaceAll("_", "")), ...Object.keys(settings.models)];
  const calls = unresolvedLevel(settings) !== "off" ? [QUERY_CALL, ...settings.sinks.map(calledBy)] : [];
  return makePrefilter([...triggers, ...calls], [...names, "queuegen-disable", "queuegen-enable"]);
}

/** Where SQL is run that nothing is known of, no word of it is there to look for. */
const QUERY_CALL = String.raw`(?:query|execute|raw|unsafe)\w*\s*\(`;

function calledBy(sink: string): string {
  return /(\w+)(?:#\d+)?$/.exec(sink)?.[1]?.toLowerCase() ?? sink;
}
