import {
  type FilesRun,
  type Finding,
  findFiles,
  fromDiagnostic,
  type Judged,
  type LintOptions,
  type LintRun,
  lintFiles,
  type Settings,
} from "@queuegen/lint";
import { counted, type Diagnostic, sortDiagnostics } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import type { LintArgs } from "../commands/lint.js";
import { type Config, loadConfig } from "../config.js";
import type { Io } from "../io.js";
import { readModels } from "../models.js";
import { checkLevels } from "./check-levels.js";
import { chosenPaths } from "./chosen-paths.js";
import { keptFacts } from "./facts-cache.js";
import type { FixRun } from "./fix/fix-run.js";
import { printRun, put } from "./print-run.js";
import { progressOf } from "./progress.js";
import type { Picked, RunFiles, Selection } from "./selection.js";
import { shownFrom } from "./shown-path.js";

/** Lints files and schemas, prints what was found, and judges it. Works without queuegen.json as well. */
export async function runLint(args: LintArgs, io: Io): Promise<ExitCode> {
  const started = performance.now();
  const config = loadConfig(io.cwd);
  await checkLevels(config);
  const { include, exclude } = config.lint;
  const paths = chosenPaths(args.paths, config.root, io.cwd);
  const found = findFiles(config.root, { paths, include, exclude });
  const shown = shownFrom(io.cwd, config.root);
  const selection = await selectionFor(args, config, io, { files: found.files, paths, shown });
  const { models, diagnostics } = await readModels(config, { cache: args.cache });
  const { rules, tables, models: modelTables, sinks } = config.lint;
  // Without a file nobody has said which servers there are.
  const target = config.file === undefined ? undefined : config.target;
  const reportUnresolved = args["report-unresolved"] === true;
  const settings = { queues: models, rules, tables, models: modelTables, sinks, target, reportUnresolved };
  const cache = args.cache ? keptFacts(config.root) : undefined;
  const linted = await readAndJudge(found.files.map(shown), settings, { cache, texts: selection?.texts }, io);
  cache?.trim();
  const whole = (judged: Judged): LintRun => ({
    ...linted,
    ...judged,
    findings: [...schemaFindings(diagnostics, config, shown), ...judged.findings],
    skipped: [...linted.skipped, ...found.unreadable.map(({ path, reason }) => ({ file: shown(path), reason }))],
  });
  const told = (findings: readonly Finding[]) => selection?.pick(findings) ?? { findings, known: 0 };
  const fixes = args.fix || args["fix-dry-run"] ? await makeFixes(linted, settings, told, args, io) : undefined;
  // A dry run leaves everything as it is, what there is to find too.
  const all = whole(fixes === undefined || args["fix-dry-run"] ? linted : fixes.judged);
  if (selection?.write(all.findings)) return 0;
  selection?.prune(all.findings);
  const run = { ...all, ...told(all.findings) };
  if (fixes !== undefined && args["fix-dry-run"]) {
    const { patchOf } = await import("./fix/patch.js");
    put(patchOf(fixes.changed), "the changes", args, io);
  } else printRun(run, (performance.now() - started) / 1000, args, io);
  return isFailure(run.findings, args) ? 1 : 0;
}

/** Counts the files where a person waits for them. */
async function readAndJudge(
  files: readonly string[],
  settings: Settings,
  from: Pick<LintOptions, "cache" | "texts">,
  io: Io,
): Promise<FilesRun> {
  const progress = progressOf(files.length, io);
  try {
    return await lintFiles(io.cwd, files, settings, { ...from, signal: io.signal, onProgress: progress.show });
  } finally {
    progress.clear();
    if (io.signal.aborted) io.err("Stopped: nothing is told of a part of the files.\n");
  }
}

/** Loaded only where it is needed: most runs tell all they find. */
async function selectionFor(args: LintArgs, config: Config, io: Io, files: RunFiles): Promise<Selection | undefined> {
  const asked = [args.since, args.staged, args.baseline, args["write-baseline"], args["prune-baseline"]];
  if (config.lint.baseline === null && asked.every((value) => value === undefined || value === false)) return undefined;
  const { selectionOf } = await import("./selection.js");
  return selectionOf(args, config, io, files);
}

/** Makes the fixes, and says on stderr what became of them. */
async function makeFixes(
  linted: FilesRun,
  settings: Settings,
  told: (findings: readonly Finding[]) => Picked,
  args: LintArgs,
  io: Io,
): Promise<FixRun> {
  const { fixRun } = await import("./fix/fix-run.js");
  const dry = args["fix-dry-run"] === true;
  const select = ({ findings }: Judged) => told(findings).findings;
  const fixes = await fixRun(linted, settings, { cwd: io.cwd, dry, select, signal: io.signal });
  const count = `${counted(fixes.fixed, "finding")} in ${counted(fixes.changed.length, "file")}`;
  const done = dry ? `${count} can be fixed; nothing was written.` : `${count} fixed.`;
  io.err([...fixes.refused, done].map((line) => `${line}\n`).join(""));
  return fixes;
}

/** Problems of declarations, judged by the model: the same codes, severities from the configuration. */
function schemaFindings(
  diagnostics: readonly Diagnostic[],
  config: Config,
  shown: (path: string) => string,
): Finding[] {
  return sortDiagnostics(diagnostics).flatMap((diagnostic) => {
    const finding = fromDiagnostic(diagnostic);
    const level = config.lint.rules[diagnostic.code] ?? diagnostic.severity;
    if (finding === undefined || level === "off") return [];
    return [{ ...finding, severity: level, at: { ...finding.at, file: shown(finding.at.file) } }];
  });
}

const WEIGHT = { info: 0, warning: 1, error: 2 };

function isFailure(findings: readonly Finding[], args: LintArgs): boolean {
  const warnings = findings.filter((finding) => finding.severity === "warning").length;
  const limit = args["max-warnings"];
  if (limit !== undefined && warnings > limit) return true;
  return findings.some((finding) => WEIGHT[finding.severity] >= WEIGHT[args["fail-on"]]);
}
