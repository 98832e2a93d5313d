import { counted, frame, type Paint } from "@queuegen/model";
import type { Finding } from "../finding.js";
import { RULE_NAMES } from "../judge.js";
import type { LintRun } from "../lint-files.js";

/** What a person reads: each finding with its line of source, then the count. Ends with LF. */
export function stylish(run: LintRun, seconds: number, paint?: Paint): string {
  const frames = run.findings.map((finding) => printFinding(finding, paint));
  const skipped = run.skipped.map(({ file, reason }) => `${file}  skipped: ${reason}`);
  return `${[...frames, ...(skipped.length > 0 ? [skipped.join("\n")] : []), summary(run, seconds)].join("\n\n")}\n`;
}

/** One finding with its lines of source. */
export function printFinding(finding: Finding, paint?: Paint): string {
  // Problems of a declaration are no rules: they have no page here.
  const docs = RULE_NAMES.includes(finding.code) ? `   docs: queuegen lint --doc ${finding.code}` : "";
  const { fix, suggestions = [] } = finding;
  const fixes = [
    ...(fix === undefined ? [] : [`Fix: ${fix.title} (\`--fix\` does it).`]),
    ...suggestions.map(({ title }) => `Suggestion: ${title}.`),
  ];
  return frame({ ...finding, hint: [`Instead: ${finding.hint}${docs}`, ...fixes].join("\n") }, paint);
}

function summary({ findings, files, skipped, silenced, known = 0 }: LintRun, seconds: number): string {
  const count = (severity: Finding["severity"], word: string) => {
    const n = findings.filter((finding) => finding.severity === severity).length;
    return n === 0 ? [] : [counted(n, word)];
  };
  const counts = [...count("error", "error"), ...count("warning", "warning"), ...count("info", "hint")];
  const places = new Set(findings.map((finding) => finding.at.file)).size;
  const told = counts.length === 0 ? "no findings" : `${counts.join(", ")} in ${counted(places, "file")}`;
  const looked = [
    counted(files, "file"),
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
    ...(silenced.length > 0 ? [`${silenced.length} silenced`] : []),
    ...(known > 0 ? [`${known} in the baseline`] : []),
    `${seconds.toFixed(2)} s`,
  ];
  const fixable = findings.filter((finding) => finding.fix !== undefined).length;
  const offer = fixable === 0 ? "" : ` ${fixable} ${fixable === 1 ? "has" : "have"} a fix: \`--fix\`.`;
  return `${told} (${looked.join(", ")}).${offer}`;
}
