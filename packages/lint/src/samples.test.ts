import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { judge } from "./judge.js";
import { readSource } from "./read-source.js";
import { DEFAULT_SETTINGS } from "./settings.js";

const samples = new URL("../../../test/fixtures/lint/", import.meta.url);

/** What a sample says about itself: a comment `!error rule` at the end of the line on which the finding starts. */
function expectedFindings(text: string): string[] {
  return text.split("\n").flatMap((line, index) => {
    const marks = [...line.matchAll(/!(error|warning|info) ([a-z-]+)/g)];
    return marks.map(([, severity, rule]) => `${index + 1} ${severity} ${rule}`);
  });
}

function filesIn(folder: string): string[] {
  return readdirSync(new URL(`${folder}/`, samples), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(samples.pathname.length)}/${entry.name}`.replaceAll("//", "/"))
    .sort();
}

async function findings(file: string, text: string): Promise<string[]> {
  const { facts } = await readSource(file, text);
  return judge([facts], DEFAULT_SETTINGS).findings.map(({ at, severity, code }) => `${at.line} ${severity} ${code}`);
}

describe("what must be found", () => {
  it.each(filesIn("found"))("is found in %s, and nothing else", async (file) => {
    const text = readFileSync(new URL(file, samples), "utf8");
    const expected = expectedFindings(text);
    expect(expected).not.toEqual([]);
    expect(await findings(file, text)).toEqual(expected);
  });
});

describe("innocent code", () => {
  it.each(filesIn("innocent"))("%s has no finding", async (file) => {
    const text = readFileSync(new URL(file, samples), "utf8");
    expect(await findings(file, text)).toEqual([]);
  });
});
