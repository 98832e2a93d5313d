import type { Finding } from "../finding.js";
import type { Fix } from "../fix/fix.js";
import { RULE_NAMES } from "../judge.js";
import type { LintRun } from "../lint-files.js";
import { RULES } from "../rules/index.js";
import { positionAt } from "../source.js";
import type { SilencedFinding } from "../suppress/apply.js";
import { META_RULES } from "../suppress/meta-rules.js";
import { fingerprint } from "./fingerprint.js";
import { fullMessage } from "./machine-findings.js";

const LEVELS = { error: "error", warning: "warning", info: "note" } as const;

/** SARIF 2.1.0: findings with fixes, silenced ones as suppressed, files not read in full as notifications. Ends with LF. */
export function sarif(run: LintRun, version?: string): string {
  const seen = new Map<string, number>();
  const others = new Set(run.findings.map(({ code }) => code).filter((code) => !RULE_NAMES.includes(code)));
  const rules = [...RULE_NAMES, ...others];
  const results = [
    ...run.findings.map((finding) => result(finding, rules, seen)),
    ...run.silenced.map((silenced) => ({
      ...result(silenced.finding, rules, seen),
      suppressions: [suppression(silenced)],
    })),
  ];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: { name: "queuegen", ...(version === undefined ? {} : { version }), rules: rules.map(descriptor) },
        },
        columnKind: "utf16CodeUnits",
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: run.skipped.map(notification) }],
        results,
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function descriptor(id: string): object {
  const rule = RULES.find(({ meta }) => meta.name === id);
  const summary = rule?.meta.summary ?? (META_RULES as Readonly<Record<string, string>>)[id];
  const level = rule?.meta.severity.queue;
  return {
    id,
    ...(summary === undefined ? {} : { shortDescription: { text: summary } }),
    ...(RULE_NAMES.includes(id) ? { help: { text: `queuegen lint --doc ${id}` } } : {}),
    ...(level === undefined || level === "off" ? {} : { defaultConfiguration: { level: LEVELS[level] } }),
  };
}

function result(finding: Finding, rules: readonly string[], seen: Map<string, number>): object {
  const { code, severity, at, end, notes = [] } = finding;
  const fixes = [...(finding.fix === undefined ? [] : [finding.fix]), ...(finding.suggestions ?? [])];
  return {
    ruleId: code,
    ruleIndex: rules.indexOf(code),
    level: LEVELS[severity],
    message: { text: fullMessage(finding) },
    locations: [{ physicalLocation: { artifactLocation: artifact(at.file), region: region(at, end) } }],
    ...(notes.length === 0
      ? {}
      : {
          relatedLocations: notes.map(({ message, at: place }, id) => ({
            id,
            message: { text: message },
            physicalLocation: {
              artifactLocation: artifact(place.file),
              region: region(place, { line: place.line, column: place.column + place.length }),
            },
          })),
        }),
    ...(fixes.length === 0 ? {} : { fixes: fixes.map((fix) => toSarifFix(fix, finding)) }),
    partialFingerprints: { "queuegen/v1": fingerprint(finding, seen) },
  };
}

interface Point {
  readonly line: number;
  readonly column: number;
}

function region(start: Point, end: Point): object {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function toSarifFix({ title, edits }: Fix, { at, about }: Finding): object {
  const place = ({ start, end }: { start: number; end: number }): object =>
    about === undefined
      ? { charOffset: start, charLength: end - start }
      : region(positionAt(about.source, start), positionAt(about.source, end));
  return {
    description: { text: title },
    artifactChanges: [
      {
        artifactLocation: artifact(at.file),
        replacements: edits.map(({ span, text }) => ({ deletedRegion: place(span), insertedContent: { text } })),
      },
    ],
  };
}

/** A relative reference: characters that mean something in it are encoded. */
function artifact(file: string): object {
  const encoded = file
    .split("/")
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join("/");
  return { uri: encoded, uriBaseId: "%SRCROOT%" };
}

function suppression({ reason }: SilencedFinding): object {
  return { kind: "inSource", ...(reason === undefined ? {} : { justification: reason }) };
}

function notification({ file, reason }: LintRun["skipped"][number]): object {
  return {
    descriptor: { id: "skipped-file" },
    level: "warning",
    message: { text: `This file was not read in full: ${reason.replace(/\.$/, "")}.` },
    locations: [{ physicalLocation: { artifactLocation: artifact(file) } }],
  };
}
