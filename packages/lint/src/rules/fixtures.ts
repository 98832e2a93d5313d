import type { Finding } from "../finding.js";
import { judge } from "../judge.js";
import { readSource } from "../read-source.js";
import { printFinding } from "../report/stylish.js";
import { DEFAULT_SETTINGS, type Settings } from "../settings.js";

/** What all rules find in one file, `x.ts` if not told otherwise. */
export async function lintText(
  text: string,
  path = "x.ts",
  settings: Settings = DEFAULT_SETTINGS,
): Promise<readonly Finding[]> {
  const { facts } = await readSource(path, text, settings.sinks);
  return judge([facts], settings).findings;
}

/** The findings of one rule as they are printed. Fails where there are none, or where another rule finds something too. */
export async function printed(rule: string, text: string, path?: string, settings?: Settings): Promise<string> {
  const findings = await lintText(text, path, settings);
  const others = findings.filter((finding) => finding.code !== rule);
  if (others.length > 0) throw new Error(`also found: ${others.map((finding) => finding.code).join(", ")}`);
  if (findings.length === 0) throw new Error("found nothing");
  return findings.map((finding) => printFinding(finding)).join("\n\n");
}

/** The text of the file that each finding marks. */
export async function marked(text: string, path?: string): Promise<string[]> {
  const lines = text.split("\n");
  const offset = (line: number, column: number) =>
    lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + column - 1;
  return (await lintText(text, path)).map(({ at, end }) =>
    text.slice(offset(at.line, at.column), offset(end.line, end.column)),
  );
}
