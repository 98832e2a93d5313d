import { readdirSync, readFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { describe, expect, it } from "vitest";
import { makePrefilter } from "./files/prefilter.js";
import { judge } from "./judge.js";
import { readSource } from "./read-source.js";
import { RULES } from "./rules/index.js";
import { DEFAULT_SETTINGS } from "./settings.js";

/** Small programs, each below a line `//// what it is`; a comment `!error rule` stands where a finding begins. */
const folder = new URL("../../../test/fixtures/lint/cases/", import.meta.url);

function casesOf(file: string): { title: string; code: string }[] {
  const parts = readFileSync(new URL(file, folder), "utf8").split(/^\/{4} /m);
  return parts
    .slice(1)
    .map((part) => ({ title: part.slice(0, part.indexOf("\n")), code: part.slice(part.indexOf("\n") + 1) }));
}

function expectedFindings(code: string): string[] {
  return code.split("\n").flatMap((line, index) => {
    const marks = [...line.matchAll(/!(error|warning|info) ([a-z-]+)/g)];
    return marks.map(([, severity, rule]) => `${index + 1} ${severity} ${rule}`);
  });
}

const mayMatter = makePrefilter(
  RULES.flatMap((rule) => rule.meta.triggers),
  ["claim_token", "claim_time", "claimtoken", "claimtime"],
);

describe.each(readdirSync(folder))("%s", (file) => {
  it.each(casesOf(file).map(({ title, code }) => [title, code] as const))("%s", async (_title, code) => {
    const expected = expectedFindings(code);
    const { facts, problem } = await readSource(file, code);
    const { findings } = judge([facts], DEFAULT_SETTINGS);
    expect(problem).toBeUndefined();
    expect(findings.map(({ at, severity, code: rule }) => `${at.line} ${severity} ${rule}`)).toEqual(expected);
    // What is to be found must not be put aside unread.
    if (expected.length > 0) expect(mayMatter(Buffer.from(code))).toBe("read");
  });
});

it("what a file tells is data, without a trace of its syntax tree", async () => {
  for (const file of readdirSync(folder)) {
    for (const { code } of casesOf(file)) {
      const { facts } = await readSource(file, code);
      expect(deserialize(serialize(facts))).toEqual(facts);
      expect(serialize(facts).length).toBeLessThan(100_000);
    }
  }
}, 60_000);
