import type { MACHINE_FORMATS } from "@queuegen/lint";
import type { Command } from "../command.js";
import { wholeNumber } from "../whole-number.js";

export interface LintArgs {
  readonly paths: readonly string[] | undefined;
  readonly format: "stylish" | keyof typeof MACHINE_FORMATS;
  readonly "fail-on": "error" | "warning" | "info";
  readonly "max-warnings": number | undefined;
  readonly "output-file": string | undefined;
  readonly fix: boolean | undefined;
  readonly "fix-dry-run": boolean | undefined;
  readonly since: string | undefined;
  readonly staged: boolean | undefined;
  readonly baseline: string | undefined;
  /** Empty without a file. */
  readonly "write-baseline": string | undefined;
  readonly "prune-baseline": boolean | undefined;
  readonly cache: boolean;
  readonly "report-unresolved": boolean | undefined;
  readonly doc: string | undefined;
}

export const lint: Command<LintArgs> = {
  command: "lint [paths..]",
  describe: "Find queue anti-patterns in TypeScript, JavaScript, SQL and schemas",
  builder: (yargs) =>
    yargs
      .positional("paths", {
        type: "string",
        array: true,
        describe: "Files and folders; without any, what queuegen.json includes, else the whole project but its tests",
      })
      .option("format", {
        choices: ["stylish", "compact", "json", "sarif", "github", "gitlab", "checkstyle", "junit"] as const,
        default: "stylish" as const,
        requiresArg: true,
        describe: "How findings are written; in GitHub Actions annotations appear besides",
      })
      .option("output-file", {
        type: "string",
        requiresArg: true,
        describe: "Write the findings to this file instead of the terminal",
      })
      .option("fail-on", {
        choices: ["error", "warning", "info"] as const,
        default: "error" as const,
        requiresArg: true,
        describe: "Exit with 1 from this severity on",
      })
      .option("max-warnings", {
        describe: "Exit with 1 if there are more warnings than this",
        ...wholeNumber("max-warnings", 1_000_000),
      })
      .option("fix", {
        type: "boolean",
        describe: "Make the safe fixes, then tell what is left",
      })
      .option("fix-dry-run", {
        type: "boolean",
        describe: "Print the safe fixes as a unified diff; write nothing",
      })
      .conflicts("fix", "fix-dry-run")
      .option("since", {
        type: "string",
        requiresArg: true,
        describe: "Tell only what touches lines changed since this branch left that commit or branch",
      })
      .option("staged", { type: "boolean", describe: "Tell only what touches lines that are staged in git" })
      .conflicts("staged", ["since", "fix", "fix-dry-run"])
      .option("baseline", {
        type: "string",
        requiresArg: true,
        describe: "Leave out the findings that this file knows",
      })
      .option("write-baseline", {
        type: "string",
        describe: "Write all findings to the baseline, or to this file, and tell none",
      })
      .conflicts("write-baseline", ["since", "staged", "fix", "fix-dry-run", "prune-baseline"])
      .option("prune-baseline", {
        type: "boolean",
        describe: "Take out of the baseline what is not found any more",
      })
      .option("cache", {
        type: "boolean",
        default: true,
        describe: "Use what earlier runs kept of files that have not changed, below node_modules",
      })
      .option("report-unresolved", {
        type: "boolean",
        describe: "List SQL that is not known well enough to be judged",
      })
      .option("doc", { type: "string", describe: "Print the page of a rule; without a name, list all rules" }),
  run: async (args, io) => {
    if (args.doc !== undefined) {
      const { printRule } = await import("../lint/print-rule.js");
      return printRule(args.doc, io);
    }
    const { runLint } = await import("../lint/run-lint.js");
    return runLint(args, io);
  },
};
