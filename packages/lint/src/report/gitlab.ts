import type { Finding } from "../finding.js";
import type { LintRun } from "../lint-files.js";
import { fingerprint } from "./fingerprint.js";
import { fullMessage, machineFindings } from "./machine-findings.js";

const SEVERITIES = { error: "major", warning: "minor", info: "info" } as const;

/** GitLab's report of code quality: a JSON list; fingerprints stay where code moves. Ends with LF. */
export function gitlab(run: LintRun): string {
  const seen = new Map<string, number>();
  const entries = machineFindings(run).map((finding) => ({
    description: fullMessage(finding),
    check_name: finding.code,
    fingerprint: fingerprint(finding, seen),
    severity: SEVERITIES[finding.severity],
    location: {
      path: finding.at.file,
      lines: { begin: finding.at.line, end: Math.max(finding.at.line, lastLine(finding)) },
    },
  }));
  return `${JSON.stringify(entries, null, 2)}\n`;
}

/** Ends are exclusive: a range up to the start of a line does not touch it. */
function lastLine({ at, end }: Finding): number {
  return end.column === 1 && end.line > at.line ? end.line - 1 : end.line;
}
