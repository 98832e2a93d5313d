import { resolve } from "node:path";
import { type LintRun, MACHINE_FORMATS, stylish } from "@queuegen/lint";
import { counted } from "@queuegen/model";
import packageJson from "../../package.json" with { type: "json" };
import type { LintArgs } from "../commands/lint.js";
import type { Io } from "../io.js";
import { paintOf } from "../print.js";
import { replaceWhole } from "./replace-whole.js";

/** Prints what a run came to, or writes it to the file that was asked for. */
export function printRun(run: LintRun, seconds: number, args: LintArgs, io: Io): void {
  const toFile = args["output-file"] !== undefined;
  put(written(run, seconds, args.format, toFile ? undefined : io), counted(run.findings.length, "finding"), args, io);
  if (io.env.GITHUB_ACTIONS === "true" && args.format === "stylish") io.out(MACHINE_FORMATS.github(run));
}

/** Prints, or writes to the file that was asked for and says so. */
export function put(text: string, what: string, args: LintArgs, io: Io): void {
  const file = args["output-file"];
  if (file === undefined) {
    io.out(text);
    return;
  }
  replaceWhole(resolve(io.cwd, file), file, text);
  io.err(`${what} written to ${file}\n`);
}

/** Colours only where a person looks: with `io`, and a terminal behind it. */
function written(run: LintRun, seconds: number, format: LintArgs["format"], io?: Io): string {
  return format === "stylish"
    ? stylish(run, seconds, io && paintOf(io))
    : MACHINE_FORMATS[format](run, packageJson.version);
}
