import type { Finding } from "../finding.js";

/** Findings by file, in the order of the first one of each. */
export function byFile(
  findings: readonly Finding[],
): readonly (readonly [file: string, findings: readonly Finding[]])[] {
  const files = new Map<string, Finding[]>();
  for (const finding of findings) {
    const others = files.get(finding.at.file);
    if (others === undefined) files.set(finding.at.file, [finding]);
    else others.push(finding);
  }
  return [...files];
}
