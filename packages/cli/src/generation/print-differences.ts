import type { Difference } from "@queuegen/generator/compare";
import type { Io } from "../io.js";
import { colorsOf } from "../print.js";

const words: Readonly<Record<Difference["kind"], string>> = {
  missing: "missing",
  changed: "changed",
  edited: "edited by hand",
  orphan: "orphan: no queue declares it any more",
};

/** Each difference on a line, what was edited or is out of date with its diff. */
export async function printDifferences(differences: readonly Difference[], io: Io): Promise<void> {
  // A run that finds nothing does without.
  const { unifiedDiff } = await import("@queuegen/generator/unified-diff");
  for (const difference of differences) {
    io.out(`${difference.path}   ${words[difference.kind]}\n`);
    const diff = diffOf(difference, unifiedDiff);
    if (diff !== undefined) io.out(`${painted(diff, io)}\n`);
  }
}

/** `-` is what stands on disk, `+` what `generate` would write, whatever came between the two. */
function diffOf(difference: Difference, unifiedDiff: (from: string, to: string) => string): string | undefined {
  if (difference.kind === "missing" || difference.kind === "orphan" || difference.expected === undefined)
    return undefined;
  return unifiedDiff(difference.actual, difference.expected);
}

function painted(diff: string, io: Io): string {
  const colors = colorsOf(io);
  const paint = (line: string) =>
    line.startsWith("+") ? colors.green(line) : line.startsWith("-") ? colors.red(line) : line;
  return diff
    .split("\n")
    .map((line) => (line === " " ? "" : `  ${paint(line)}`))
    .join("\n");
}
