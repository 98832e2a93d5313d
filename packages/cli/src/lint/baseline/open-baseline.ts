import { existsSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { BaselineError, type PlacedEntry, parseBaseline } from "@queuegen/lint";
import { QueuegenError } from "@queuegen/model";
import type { LintArgs } from "../../commands/lint.js";
import type { Config } from "../../config.js";
import { fileError } from "../../files/file-error.js";
import type { Io } from "../../io.js";

/** Where findings are written to if nobody says another file. */
export const DEFAULT_BASELINE = "lint-baseline.jsonl";

export interface Baseline {
  /** Absolute. */
  readonly file: string;
  /** As it is shown. */
  readonly shown: string;
  readonly text: string;
  readonly entries: readonly PlacedEntry[];
}

/** The file that the command line names, else queuegen.json; absolute. */
export function baselinePath(args: LintArgs, config: Config, io: Io): string | undefined {
  if (args.baseline !== undefined) return resolve(io.cwd, args.baseline);
  return config.lint.baseline === null ? undefined : resolve(config.root, config.lint.baseline);
}

/** Reads a baseline; throws what is wrong with it as something the user can mend. */
export function openBaseline(file: string, io: Io): Baseline {
  const shown = relative(io.cwd, file).replaceAll("\\", "/");
  if (!existsSync(file)) {
    throw problem(
      "baseline-missing",
      `There is no baseline ${shown}.`,
      "`queuegen lint --write-baseline` writes one; the path is in --baseline or in lint.baseline of queuegen.json.",
    );
  }
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw fileError("read", shown, error);
  }
  try {
    return { file, shown, text, entries: parseBaseline(text) };
  } catch (error) {
    throw error instanceof BaselineError ? unreadable(shown, error) : error;
  }
}

function unreadable(shown: string, { kind, line, message }: BaselineError): QueuegenError {
  const place = line === 0 ? shown : `${shown}:${line}`;
  return problem(
    "baseline-unreadable",
    `${place} cannot be read as a baseline: ${message}.`,
    kind === "newer"
      ? "It was written by a newer queuegen: update this one."
      : "Take what git holds, or delete the file; then `queuegen lint --write-baseline` writes it anew.",
  );
}

function problem(code: string, message: string, hint: string): QueuegenError {
  return new QueuegenError([{ code, severity: "error", message, hint }]);
}
