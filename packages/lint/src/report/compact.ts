import type { LintRun } from "../lint-files.js";
import { machineFindings } from "./machine-findings.js";

/** One line a finding, as compilers write it: `file:line:column: severity: message [rule]`. Empty where nothing was found. */
export function compact(run: LintRun): string {
  return machineFindings(run)
    .map(({ at, severity, message, code }) => {
      const place = `${at.file}:${at.line}:${at.column}`;
      return `${oneLine(`${place}: ${severity}: ${message} [${code}]`)}\n`;
    })
    .join("");
}

function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not reach a terminal
  return text.replace(/\s+/g, " ").replace(/[\x00-\x1f\x7f-\x9f]/g, "\uFFFD");
}
