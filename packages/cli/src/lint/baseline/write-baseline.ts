import { existsSync, statSync } from "node:fs";
import { relative } from "node:path";
import { type BaselineEntry, entryOf, type Finding, printBaseline } from "@queuegen/lint";
import { QueuegenError } from "@queuegen/model";
import type { Io } from "../../io.js";
import { replaceWhole } from "../replace-whole.js";
import { openBaseline } from "./open-baseline.js";

/**
 * Writes the findings of a run as known ones, and returns their number. What the file says of files that this run has not
 * looked at stays.
 */
export function writeBaseline(
  file: string,
  findings: readonly Finding[],
  pathOf: (file: string) => string,
  isLookedAt: (file: string) => boolean,
  io: Io,
): void {
  const shown = relative(io.cwd, file).replaceAll("\\", "/");
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw isFolder(shown);
  const before = existsSync(file) ? openBaseline(file, io).entries : [];
  const kept = before.filter((entry) => !isLookedAt(entry.file));
  const entries: readonly BaselineEntry[] = [
    ...kept,
    ...findings.map((finding) => entryOf(finding, pathOf(finding.at.file))),
  ];
  replaceWhole(file, shown, printBaseline(entries));
  const rest = kept.length === 0 ? "" : ` (${kept.length} of files that were not looked at are kept)`;
  const count = `${findings.length} finding${findings.length === 1 ? "" : "s"}`;
  io.err(`${count} written to ${shown}${rest}\n`);
}

function isFolder(shown: string): QueuegenError {
  return new QueuegenError([
    {
      code: "usage",
      severity: "error",
      message: `--write-baseline takes a file, and ${shown} is a folder.`,
      hint: `Give paths first: \`queuegen lint ${shown} --write-baseline\`.`,
    },
  ]);
}
