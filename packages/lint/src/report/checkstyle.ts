import type { LintRun } from "../lint-files.js";
import { byFile } from "./by-file.js";
import { fullMessage, machineFindings } from "./machine-findings.js";
import { element } from "./xml.js";

/** XML in the form of Checkstyle, which most build servers read. Ends with LF. */
export function checkstyle(run: LintRun): string {
  const files = byFile(machineFindings(run)).map(([name, findings]) =>
    element(
      "file",
      { name },
      findings.map((finding) =>
        element("error", {
          line: finding.at.line,
          column: finding.at.column,
          severity: finding.severity,
          message: fullMessage(finding),
          source: `queuegen.${finding.code}`,
        }),
      ),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("checkstyle", { version: "4.3" }, files)}\n`;
}
