import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  type Finding,
  findFiles,
  fromDiagnostic,
  github,
  json,
  type LintRun,
  lintFiles,
  stylish,
} from "@queuegen/lint";
import { type Diagnostic, sortDiagnostics } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import type { LintArgs } from "../commands/lint.js";
import { type Config, loadConfig } from "../config.js";
import { fileError } from "../files/file-error.js";
import type { Io } from "../io.js";
import { readModels } from "../models.js";
import { paintOf } from "../print.js";
import { checkLevels } from "./check-levels.js";
import { chosenPaths } from "./chosen-paths.js";
import { progressOf } from "./progress.js";
import { shownFrom } from "./shown-path.js";

/** Lints files and schemas, prints what was found, and judges it. Works without queuegen.json as well. */
export async function runLint(args: LintArgs, io: Io): Promise<ExitCode> {
  const started = performance.now();
  const config = loadConfig(io.cwd);
  checkLevels(config);
  const { include, exclude } = config.lint;
  const found = findFiles(config.root, { paths: chosenPaths(args.paths, config.root, io.cwd), include, exclude });
  const shown = shownFrom(io.cwd, config.root);
  const { models, diagnostics } = await readModels(config);
  const { rules, tables, models: modelTables, sinks } = config.lint;
  // Without a file nobody has said which servers there are.
  const target = config.file === undefined ? undefined : config.target;
  const settings = { queues: models, rules, tables, models: modelTables, sinks, target };
  const progress = progressOf(found.files.length, io);
  const linted = await lintFiles(io.cwd, found.files.map(shown), settings, {
    signal: io.signal,
    onProgress: progress.show,
  });
  progress.clear();
  const run: LintRun = {
    ...linted,
    findings: [...schemaFindings(diagnostics, config, shown), ...linted.findings],
    skipped: [...linted.skipped, ...found.unreadable.map(({ path, reason }) => ({ file: shown(path), reason }))],
  };
  print(run, (performance.now() - started) / 1000, args, io);
  return isFailure(run.findings, args) ? 1 : 0;
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

function print(run: LintRun, seconds: number, args: LintArgs, io: Io): void {
  const file = args["output-file"];
  const text = file === undefined ? written(run, seconds, args.format, io) : written(run, seconds, args.format);
  if (file === undefined) io.out(text);
  else {
    try {
      writeFileSync(resolve(io.cwd, file), text);
    } catch (error) {
      throw fileError("write", file, error);
    }
    io.err(`${run.findings.length} findings written to ${file}\n`);
  }
  if (io.env.GITHUB_ACTIONS === "true" && args.format === "stylish") io.out(github(run));
}

/** Colours only where a person looks: with `io`, and a terminal behind it. */
function written(run: LintRun, seconds: number, format: LintArgs["format"], io?: Io): string {
  if (format === "json") return json(run);
  return format === "github" ? github(run) : stylish(run, seconds, io && paintOf(io));
}

const WEIGHT = { info: 0, warning: 1, error: 2 };

function isFailure(findings: readonly Finding[], args: LintArgs): boolean {
  const warnings = findings.filter((finding) => finding.severity === "warning").length;
  const limit = args["max-warnings"];
  if (limit !== undefined && warnings > limit) return true;
  return findings.some((finding) => WEIGHT[finding.severity] >= WEIGHT[args["fail-on"]]);
}
