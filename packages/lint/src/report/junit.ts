import { frame } from "@queuegen/model";
import type { Finding } from "../finding.js";
import type { LintRun } from "../lint-files.js";
import { byFile } from "./by-file.js";
import { fullMessage, machineFindings } from "./machine-findings.js";
import { element, escapeXml } from "./xml.js";

/**
 * XML in the form of JUnit: one suite a file, one case a finding. Errors are failures; warnings and hints are cases that
 * pass, with what they say as output. A run without findings is one case that passes. Ends with LF.
 */
export function junit(run: LintRun): string {
  const findings = machineFindings(run);
  const suites =
    findings.length === 0
      ? [suite("queuegen lint", [element("testcase", { name: "no findings", classname: "queuegen lint" })], 0)]
      : byFile(findings).map(([file, own]) => suite(file, own.map(testCase), failures(own)));
  const counts = { tests: Math.max(1, findings.length), failures: failures(findings), errors: 0 };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", { name: "queuegen lint", ...counts }, suites)}\n`;
}

function suite(name: string, cases: readonly string[], failed: number): string {
  return element("testsuite", { name, tests: cases.length, failures: failed, errors: 0, skipped: 0 }, cases);
}

function testCase(finding: Finding): string {
  const { code, severity, at } = finding;
  const text = escapeXml(at.lineText === "" ? fullMessage(finding) : frame(finding));
  const inside =
    severity === "error"
      ? element("failure", { message: fullMessage(finding), type: code }, [text])
      : element("system-out", {}, [text]);
  return element("testcase", { name: `${code} (${at.line}:${at.column})`, classname: at.file }, [inside]);
}

function failures(findings: readonly Finding[]): number {
  return findings.filter(({ severity }) => severity === "error").length;
}
