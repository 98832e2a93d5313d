import type { Finding } from "../finding.js";
import type { LintRun } from "../lint-files.js";

/** The findings of a run, and each file that was not read in full as a finding of its own, for formats that know only findings. */
export function machineFindings(run: LintRun): readonly Finding[] {
  return [...run.findings, ...run.skipped.map(({ file, reason }) => skippedFinding(file, reason))];
}

function skippedFinding(file: string, reason: string): Finding {
  const place = /^syntax error at (\d+):(\d+)/.exec(reason);
  const [line, column] = [Number(place?.[1] ?? 1), Number(place?.[2] ?? 1)];
  return {
    code: "skipped-file",
    severity: "info",
    message: `this file was not read in full: ${reason.replace(/\.$/, "")}.`,
    hint: "mend it, or leave it out by `lint.exclude` of queuegen.json.",
    at: { file, line, column, length: 1, lineText: "" },
    end: { line, column: column + 1 },
    outerLine: line,
  };
}

/** What is wrong and what to write instead, in one text. */
export function fullMessage({ message, hint }: Finding): string {
  return hint === undefined ? message : `${message} Instead: ${hint}`;
}
