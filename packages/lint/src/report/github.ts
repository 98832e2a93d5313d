import type { Finding } from "../finding.js";
import type { LintRun } from "../lint-files.js";
import { fullMessage, machineFindings } from "./machine-findings.js";

const LEVELS = { error: "error", warning: "warning", info: "notice" } as const;

/** Workflow commands that GitHub Actions shows beside the lines of a pull request. Empty where nothing was found. */
export function github(run: LintRun): string {
  return machineFindings(run)
    .map((finding) => `${command(finding)}\n`)
    .join("");
}

function command(finding: Finding): string {
  const { severity, code, at, end } = finding;
  const place = `file=${property(at.file)},line=${at.line},endLine=${end.line},col=${at.column},endColumn=${end.column}`;
  return `::${LEVELS[severity]} ${place},title=${property(code)}::${data(fullMessage(finding))}`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
