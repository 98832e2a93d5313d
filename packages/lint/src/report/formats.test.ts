import sarifSchema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" };
import { DOMParser, type Element } from "@xmldom/xmldom";
import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import type { LintRun } from "../lint-files.js";
import { MACHINE_FORMATS } from "./formats.js";
import { fullMessage } from "./machine-findings.js";
import { NASTY, nastyRun } from "./nasty-run.js";

const EMPTY: LintRun = { findings: [], silenced: [], files: 3, skipped: [] };
const run = await nastyRun();
const codes = [...run.findings.map(({ code }) => code), "skipped-file"];

/** Elements of a well-formed document: the parser throws at anything else. */
function elements(xml: string, name: string): Element[] {
  const document = new DOMParser({
    onError: (level, message) => {
      if (level !== "warning") throw new Error(`${level}: ${message}`);
    },
  }).parseFromString(xml, "text/xml");
  return [...document.getElementsByTagName(name)];
}

/** What is left of a text in XML. */
const inXml = (text: string): string => text.replaceAll("\u0007", "\uFFFD").toWellFormed();

it("the run has everything that formats must carry", () => {
  expect(run.findings.some(({ fix }) => fix !== undefined)).toBe(true);
  expect(run.findings.some(({ notes }) => notes !== undefined)).toBe(true);
  expect(run.silenced).toHaveLength(1);
});

describe("compact", () => {
  it("gives one line a finding, which compilers' readers take apart", () => {
    const lines = MACHINE_FORMATS.compact(run).split("\n");
    expect(lines.pop()).toBe("");
    const read = lines.map((line) => /^(.+?):(\d+):(\d+): (error|warning|info): (.+) \[([\w-]+)\]$/.exec(line));
    expect(read.map((match) => match?.[6])).toEqual(codes);
    const { at, severity } = run.findings[0]!;
    expect(read[0]?.slice(1, 5)).toEqual([at.file, String(at.line), String(at.column), severity]);
    expect(MACHINE_FORMATS.compact(EMPTY)).toBe("");
  });
});

describe("json", () => {
  it("has all of a finding, with its fix in offsets of the file", () => {
    const report = JSON.parse(MACHINE_FORMATS.json(run));
    const fixed = codes.indexOf("claim-needs-expected-status");
    expect(report.findings[fixed].fix).toEqual({
      title: "add `AND status = 0`",
      edits: [{ start: expect.any(Number), end: expect.any(Number), text: " AND status = 0" }],
    });
    expect(report.findings.at(-1)).toMatchObject({ message: NASTY, help: NASTY, fix: null, suggestions: [] });
    expect(report.skipped).toEqual(run.skipped);
    expect(report.summary).toMatchObject({ files: 5, silenced: 1, skipped: 1 });
  });
});

describe("sarif", () => {
  const ajv = new Ajv.default({ strict: false, unicodeRegExp: false });
  addFormats.default(ajv);
  const validate = ajv.compile(sarifSchema);

  it.each([
    ["with findings", run],
    ["without findings", EMPTY],
  ])("is valid by the published schema %s", (_name, one) => {
    const log = JSON.parse(MACHINE_FORMATS.sarif(one, "1.2.3"));
    validate(log);
    expect(validate.errors ?? []).toEqual([]);
  });

  it("the schema refuses what is not SARIF", () => {
    expect(validate({ version: "2.1.0", runs: [{ tool: { driver: {} } }] })).toBe(false);
  });

  const [log] = JSON.parse(MACHINE_FORMATS.sarif(run, "1.2.3")).runs;

  it("has rules, places, related places, fixes, and silenced findings with their reason", () => {
    expect(log.tool.driver.version).toBe("1.2.3");
    for (const { ruleId, ruleIndex } of log.results) expect(log.tool.driver.rules[ruleIndex].id).toBe(ruleId);
    const fixed = log.results[codes.indexOf("claim-needs-expected-status")];
    expect(fixed.locations[0].physicalLocation.artifactLocation.uri).toBe("src/%C3%BC%20%26'1.ts");
    expect(fixed.fixes[0].artifactChanges[0].replacements).toEqual([
      {
        deletedRegion: { startLine: 2, startColumn: 84, endLine: 2, endColumn: 84 },
        insertedContent: { text: " AND status = 0" },
      },
    ]);
    expect(log.results.some((result: { relatedLocations?: unknown }) => result.relatedLocations)).toBe(true);
    const suppressed = log.results.filter((result: { suppressions?: unknown }) => result.suppressions);
    expect(suppressed.map((result: { suppressions: unknown }) => result.suppressions)).toEqual([
      [{ kind: "inSource", justification: 'few <rows> & "more"' }],
    ]);
    expect(log.invocations[0].toolExecutionNotifications).toHaveLength(1);
  });

  it("gives every finding a fingerprint of its own", () => {
    const prints = log.results.map(
      (result: { partialFingerprints: object }) => Object.values(result.partialFingerprints)[0],
    );
    expect(new Set(prints).size).toBe(prints.length);
  });
});

describe("github", () => {
  it("keeps each finding in one command, and its text whole", () => {
    const lines = MACHINE_FORMATS.github(run).split("\n");
    expect(lines.pop()).toBe("");
    const read = lines.map((line) => /^::(?:error|warning|notice) ([^:]*)::(.*)$/s.exec(line)!);
    expect(
      read.map((match) => new URLSearchParams(match[1]!.replaceAll(",", "&").replaceAll("+", "%2B")).get("title")),
    ).toEqual(codes);
    expect(read.map((match) => decode(match[2]!)).slice(0, -1)).toEqual(run.findings.map(fullMessage));
  });
  const decode = (text: string): string => text.replaceAll("%0A", "\n").replaceAll("%0D", "\r").replaceAll("%25", "%");
});

describe("gitlab", () => {
  it("is a list of issues with unique fingerprints", () => {
    const issues = JSON.parse(MACHINE_FORMATS.gitlab(run));
    expect(issues.map((issue: { check_name: string }) => issue.check_name)).toEqual(codes);
    expect(new Set(issues.map((issue: { fingerprint: string }) => issue.fingerprint)).size).toBe(issues.length);
    expect(issues.at(-2)).toMatchObject({ severity: "info", location: { lines: { begin: 1, end: 1 } } });
    expect(JSON.parse(MACHINE_FORMATS.gitlab(EMPTY))).toEqual([]);
  });
});

describe("checkstyle", () => {
  it("is XML that holds every text unharmed", () => {
    const errors = elements(MACHINE_FORMATS.checkstyle(run), "error");
    expect(errors.map((error) => error.getAttribute("source"))).toEqual(codes.map((code) => `queuegen.${code}`));
    expect(errors.slice(0, -1).map((error) => error.getAttribute("message"))).toEqual(
      run.findings.map((finding) => inXml(fullMessage(finding))),
    );
    const files = elements(MACHINE_FORMATS.checkstyle(run), "file").map((file) => file.getAttribute("name"));
    expect(files).toEqual([...new Set(run.findings.map(({ at }) => inXml(at.file))), "d & e.ts"]);
    expect(elements(MACHINE_FORMATS.checkstyle(EMPTY), "file")).toEqual([]);
  });
});

describe("junit", () => {
  it("counts errors as failures, and the rest as cases that pass", () => {
    const xml = MACHINE_FORMATS.junit(run);
    const cases = elements(xml, "testcase");
    expect(cases.map((one) => one.getAttribute("name")!.replace(/ .*/, ""))).toEqual(codes);
    const failed = elements(xml, "failure");
    const errors = run.findings.filter(({ severity }) => severity === "error");
    expect(failed.map((one) => one.getAttribute("message"))).toEqual(errors.map((one) => inXml(fullMessage(one))));
    expect(elements(xml, "testsuites")[0]!.getAttribute("failures")).toBe(String(errors.length));
    expect(elements(xml, "testsuites")[0]!.getAttribute("tests")).toBe(String(cases.length));
  });

  it("has one case that passes where nothing was found", () => {
    const [only, ...others] = elements(MACHINE_FORMATS.junit(EMPTY), "testcase");
    expect({ name: only?.getAttribute("name"), others }).toEqual({ name: "no findings", others: [] });
  });
});
